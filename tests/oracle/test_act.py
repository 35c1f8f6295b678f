"""One tiny page a construct: what has to be done to see the address, and what is then seen."""

import pytest

from tests.oracle.sights import Eyes, Served, Site, host, seen

pytestmark = pytest.mark.browser

Expected = set[tuple[str, int, str]]

SHOWN: dict[str, tuple[str, Expected]] = {
    "link": (
        "<a href=/a>A</a><a href='/b?x=1#part'>B</a>",
        {("/a", 1, "html"), ("/b?x=1", 1, "html")},
    ),
    "what is no route": (
        "<a href=mailto:a@b.c>m</a><a href='javascript:void 0'>j</a><a href=tel:1>t</a>",
        set(),
    ),
    "base": ("<base href=/root/><a href=q>q</a>", {("/root/q", 1, "html")}),
    "image map": ("<map name=m><area href=/area></map>", {("/area", 1, "html")}),
    "svg": (
        "<svg><a href=/svg><text y=20>s</text></a><a xlink:href=/xlink><text>x</text></a></svg>",
        {("/svg", 1, "html"), ("/xlink", 1, "html")},
    ),
    "template and comment": (
        "<template><a href=/t>t</a></template><!-- <a href=/c>c</a> -->",
        set(),
    ),
    "hidden by style": (
        "<ul style=display:none><li><a href=/css-hidden>c</a></ul>",
        {("/css-hidden", 1, "html")},
    ),
    "late refresh": (
        "<meta http-equiv=refresh content='30; url=/later'>",
        {("/later", 1, "html")},
    ),
    "script": ("<script>document.write('<a href=/w>w</a>')</script>", {("/w", 1, "script")}),
    "served and drawn again": (
        "<div id=d><a href=/s>s</a></div><script>d.innerHTML='<a href=/s>s</a><a href=/n>n</a>'</script>",
        {("/s", 1, "html"), ("/n", 1, "script")},
    ),
    "vanished": (
        "<script>document.body.append(Object.assign(document.createElement('a'),{href:'/v'}));"
        "document.body.lastChild.remove()</script>",
        {("/v", 1, "script")},
    ),
    "vanished from served HTML": (
        "<a id=x href=/gone>g</a><script>x.remove()</script>",
        {("/gone", 1, "html")},
    ),
    "changed address": (
        "<a id=x href=/one>g</a><script>x.href='/two'</script>",
        {("/one", 1, "html"), ("/two", 1, "script")},
    ),
    "after a timer": (
        "<div id=app></div><script>setTimeout(()=>{app.innerHTML='<a href=/pricing>P</a>'},1500)</script>",
        {("/pricing", 1, "script")},
    ),
    "after a chain of timers": (
        "<div id=app></div><script>setTimeout(()=>setTimeout(()=>{app.innerHTML='<a href=/c>P</a>'},400),400)</script>",
        {("/c", 1, "script")},
    ),
    "beside polling": (
        "<a href=/ok>ok</a><script>setInterval(()=>fetch('/poll?'+Math.random()),200)</script>",
        {("/ok", 1, "html")},
    ),
    "beside endless animation": (
        "<a href=/ok>ok</a><i id=i></i><script>(function f(){i.textContent=Math.random();"
        "requestAnimationFrame(f)})()</script>",
        {("/ok", 1, "html")},
    ),
    "open shadow root": (
        "<x-a></x-a><script>customElements.define('x-a',class extends HTMLElement{constructor(){super();"
        "this.attachShadow({mode:'open'}).innerHTML='<a href=/open>o</a>'}})</script>",
        {("/open", 1, "script")},
    ),
    "closed shadow root": (
        "<x-a></x-a><script>customElements.define('x-a',class extends HTMLElement{constructor(){super();"
        "this.attachShadow({mode:'closed'}).innerHTML='<a href=/closed>o</a>'}})</script>",
        {("/closed", 1, "script")},
    ),
    "declared shadow root": (
        "<div><template shadowrootmode=open><a href=/declared>d</a></template></div>",
        {("/declared", 1, "html")},
    ),
    "srcdoc": ("<iframe srcdoc='<a href=/doc>d</a>'></iframe>", {("/doc", 1, "html")}),
    "dialogs": (
        "<a href=/after>x</a><script>onload=()=>{alert(1);confirm(2);prompt(3)}</script>",
        {("/after", 1, "html")},
    ),
    "disclosure": (
        "<details><summary>More</summary><p id=p></p></details><script>document.querySelector('details')"
        ".ontoggle=()=>{p.innerHTML='<a href=/told>t</a>'}</script>",
        {("/told", 1, "reveal")},
    ),
    "expander": (
        "<button aria-expanded=false id=b>Menu</button><nav id=n></nav><script>b.onclick=()=>{"
        "n.innerHTML='<a href=/in-menu>m</a>'}</script>",
        {("/in-menu", 1, "reveal")},
    ),
    "menu in a menu": (
        "<button id=b>Menu</button><nav id=n></nav><script>b.onclick=()=>{n.innerHTML='<button id=c>Sub</button>';"
        "c.onclick=()=>{n.innerHTML+='<a href=/deep>d</a>'}}</script>",
        {("/deep", 1, "reveal")},
    ),
    "hover": (
        "<div id=m style='width:9em'>Menu</div><script>m.onmouseenter=()=>{m.innerHTML+='<a href=/hov>h</a>'}</script>",
        {("/hov", 1, "reveal")},
    ),
    "tab": (
        "<div role=tablist><button role=tab aria-selected=true>A</button><button role=tab id=t>B</button></div>"
        "<div id=p></div><script>t.addEventListener('click',()=>{p.innerHTML='<a href=/tabbed>t</a>'})</script>",
        {("/tabbed", 1, "reveal")},
    ),
    "load more": (
        "<div id=l></div><button id=b>Load more</button><script>let n=0;b.onclick=()=>{if(n<4)"
        "l.innerHTML+='<a href=/item/'+(++n)+'>i</a>'}</script>",
        {(f"/item/{n}", 1, "reveal") for n in range(1, 5)},
    ),
    "delegated": (
        "<ul id=u><li style=cursor:pointer>One</li></ul><div id=o></div><script>document.addEventListener('click',"
        "e=>{if(e.target.matches('li'))o.innerHTML='<a href=/delegated>d</a>'})</script>",
        {("/delegated", 1, "reveal")},
    ),
    "scroll": (
        "<div style=height:3000px></div><div id=s></div><script>new IntersectionObserver(([x])=>{"
        "if(x.isIntersecting)s.innerHTML='<a href=/late>l</a>'}).observe(s)</script>",
        {("/late", 1, "reveal")},
    ),
    "endless scroll that ends": (
        "<div id=s></div><script>let n=0;function add(){if(n<5)s.insertAdjacentHTML('beforeend',"
        "'<p style=height:900px><a href=/p/'+(++n)+'>x</a>')};add();add();onscroll=()=>{if(innerHeight+scrollY>"
        "document.body.scrollHeight-50)add()}</script>",
        {
            ("/p/1", 1, "script"),
            ("/p/2", 1, "script"),
            *((f"/p/{n}", 1, "reveal") for n in (3, 4, 5)),
        },
    ),
    "inner scroller": (
        "<div id=b style='height:200px;overflow:auto'><div style=height:900px></div></div><script>b.onscroll=()=>{"
        "if(b.scrollTop>500&&b.children.length<2)b.innerHTML+='<a href=/inner>i</a>'}</script>",
        {("/inner", 1, "reveal")},
    ),
    "consent": (
        "<div id=ov style='position:fixed;inset:0;z-index:9'>We use cookies <button>Accept</button>"
        "<button id=r>Reject</button></div><div id=m></div><script>r.onclick=()=>{ov.remove();"
        "m.innerHTML='<a href=/in>i</a>'}</script>",
        {("/in", 1, "reveal")},
    ),
    "listener on a cell": (
        "<table><td id=t>cell</table><script>t.addEventListener('mouseup',()=>location='/from-td')</script>",
        {("/from-td", 1, "navigation")},
    ),
    "key": (
        "<span role=link tabindex=0 onkeydown=\"if(event.key==='Enter')location='/from-key'\">k</span>",
        {("/from-key", 1, "navigation")},
    ),
    "jump menu": (
        "<select onchange='location=this.value'><option>-<option value=/de>DE<option value=/fr>FR</select>",
        {("/de", 1, "navigation"), ("/fr", 1, "navigation")},
    ),
    "a button in a frame": (
        "<iframe srcdoc='<button id=b>B</button><script>b.onclick=()=>{document.body.innerHTML+="
        '"<a href=/framed>f</a>"}</script>\'></iframe>',
        {("/framed", 1, "reveal")},
    ),
    "many alike": (
        "<div id=o></div><script>for(let i=0;i<12;i++){const d=document.createElement('div');d.textContent='Card '+i;"
        "d.onclick=()=>location='/card/'+i;o.append(d)}</script>",
        {(f"/card/{n}", 1, "navigation") for n in range(12)},
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_construct(eyes: Eyes, name: str) -> None:
    html, expected = SHOWN[name]
    with host({"/": f"<!doctype html><title>T</title><body>{html}", "/poll": "{}"}) as site:
        visit = eyes.visit(site.url("/"))
        assert seen(visit, site.address) == expected
        assert visit.status == 200
