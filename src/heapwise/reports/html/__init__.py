"""Reports as one page of HTML that opens from a file and needs no network.

`page.py` puts a page together: data as JSON, the style and the scripts beside this file. The data
are those of the JSON reports (docs/json.md), with sources, layouts and code added (`explored.py`).
"""
