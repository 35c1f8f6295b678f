"""`python -m crawler URL`: crawl a site and print what was found."""

import gc
import os

# Pages come and go without cycles: there is little for the collector to look for.
NEW_OBJECTS = 200_000
gc.set_threshold(NEW_OBJECTS)

from crawler.commands.cli import main  # noqa: E402 - the loading, too, makes no cycles

# All is written; taking apart what was loaded and found, piece by piece, would cost as much as
# loading it did.
os._exit(main())
