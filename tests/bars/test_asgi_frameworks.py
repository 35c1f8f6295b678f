"""Applications of Starlette and Django, benched in process as a person would: from sites.yaml."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.bar, pytest.mark.browser, pytest.mark.timeout(1800)]

PACKAGES = ("starlette", "django")

STARLETTE = """
from contextlib import asynccontextmanager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

PAGES = {"": "<a href='/teas'>Teas</a> <a href='/old'>Old</a> <a href='/gone'>Gone</a>",
         "teas": "<h1>Teas</h1><a href='/teas/oolong'>Oolong</a>",
         "teas/oolong": "<h1>Oolong</h1><p>Half way.</p>"}

@asynccontextmanager
async def lifespan(app):
    yield {"pages": PAGES}

async def page(request):
    found = request.state.pages.get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return HTMLResponse(f"<!doctype html><title>Tea</title>{found}")

async def old(request):
    return RedirectResponse(request.url_for("page", name="teas"))

def make():
    return Starlette(lifespan=lifespan, routes=[Route("/old", old), Route("/{name:path}", page)])
"""

DJANGO = """
import django
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path

settings.configure(SECRET_KEY="x", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["www.django.test"])

PAGES = {"": "<a href='/teas/'>Teas</a> <a href='/old'>Old</a> <a href='/gone/'>Gone</a>",
         "teas/": "<h1>Teas</h1><a href='/teas/oolong/'>Oolong</a>",
         "teas/oolong/": "<h1>Oolong</h1><p>Half way.</p>"}

def page(request, name=""):
    if name not in PAGES:
        raise Http404
    return HttpResponse(f"<!doctype html><title>Tea</title>{PAGES[name]}")

def old(request):
    return redirect(request.build_absolute_uri("/teas/"))

urlpatterns = [path("", page), path("old", old), path("<path:name>", page)]
app = get_asgi_application()
"""

SITES = """
sites:
  - name: starlette
    url: https://www.starlette.test/
    app: tea:make
    app_dir: starlette
    factory: true
  - {name: django, url: "https://www.django.test/", app: "tea:app", app_dir: django}
"""


def test_the_frameworks_applications_are_benched(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", packages, *PACKAGES], check=True)
    for name, text in {"starlette": STARLETTE, "django": DJANGO}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "tea.py").write_text(text)
    (tmp_path / "sites.yaml").write_text(SITES)
    bench = str(Path(sys.executable).parent / "bench")
    ran = subprocess.run(
        [bench, "run", "sites.yaml", "--format", "json", "--workers", "1"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(packages), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = {site["name"]: site for site in json.loads(ran.stdout)["sites"]}
    for name in ("starlette", "django"):
        assert (told[name]["truth"], told[name]["found"]) == (2, 2), told[name]
