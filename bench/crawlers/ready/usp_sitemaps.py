"""Ultimate Sitemap Parser: the pages of every sitemap that it finds, and nothing else."""

import logging
import sys

from usp.tree import sitemap_tree_for_homepage

logging.disable(logging.WARNING)
for page in sitemap_tree_for_homepage(sys.argv[1]).all_pages():
    print(page.url)
