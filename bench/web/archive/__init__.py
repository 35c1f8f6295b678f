"""An origin that answers from WARC and WACZ files."""
