"""`python -m crawler URL`: crawl a site and print what was found."""

import sys

from crawler.commands.cli import main

sys.exit(main())
