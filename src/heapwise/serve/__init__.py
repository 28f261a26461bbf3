"""The live explorer: a page on this machine, from which explorations are led.

`server.py` answers requests: who may ask, how much, and what. `live_run.py` has the run that pages
look at, and passes on what it says; `playground.py` has programs that were written in a page
compared. Neither explores: that is done by processes of their own (`exploring_process.py`,
`comparing_process.py`), which are started and ended by `children.py` and talk in lines of JSON.
`live_page.py` is the page, whose scripts are those of the reports and the ones beside this file.
"""
