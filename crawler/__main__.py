"""`python -m crawler URL`: crawl a site and print what was found."""

import gc
import sys

from crawler.commands.cli import main

# What was loaded stays, and pages come and go without cycles: there is little to look for.
NEW_OBJECTS = 50_000
gc.freeze()
gc.set_threshold(NEW_OBJECTS)

sys.exit(main())
