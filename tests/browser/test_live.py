"""The live explorer and the playground in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Serve = Callable[..., str]
LONG = ("benchmarks/pose/avl_balanced.tiny", "--strategy", "lazy", "--max-depth", "6")
"""Nobody waits for its end: the busiest machine sees it under way."""
SHORT = ("examples/tree.tiny", "--strategy", "lazy", "--max-depth", "1")
PYTHON = ("examples/bank.py:transfer",)
_PATIENCE = 20_000


def line(page: Any) -> str:
    text: str = page.locator("header.top > span").inner_text()
    return text


def wait_for(page: Any, condition: str) -> None:
    """The page's own policy keeps `wait_for_function` out."""
    deadline = time.monotonic() + _PATIENCE / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"{condition}: {line(page)}"
        page.wait_for_timeout(50)


def wait_for_line(page: Any, part: str) -> None:
    wait_for(page, f"document.querySelector('header.top > span').textContent.includes('{part}')")


def paths(page: Any) -> int:
    found = re.search(r"([\d ]+) paths?", line(page))
    return int(found.group(1).replace(" ", "")) if found else 0


def wait_for_paths(page: Any, more_than: int) -> None:
    wait_for(
        page,
        "Number((document.querySelector('header.top > span').textContent"
        f".match(/· ([0-9 ]+) paths?/) || [0, '0'])[1].replaceAll(' ', '')) > {more_than}",
    )


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def test_the_tree_grows_while_one_looks_and_is_paused_continued_and_stopped(
    open_address: Open, serve: Serve
) -> None:
    page = open_address(serve(*LONG))
    wait_for_paths(page, 3)
    rows = page.evaluate("document.querySelector('#tree .sizer').offsetHeight")
    wait_for_paths(page, paths(page) + 5)
    wait_for(page, f"document.querySelector('#tree .sizer').offsetHeight > {rows}")
    assert page.locator(".detail h2").inner_text().startswith("path 1 ")
    button(page, "pause").click()
    wait_for_line(page, "paused")
    count = paths(page)
    page.wait_for_timeout(800)
    assert paths(page) == count and not button(page, "pause").is_visible()
    button(page, "continue").click()
    wait_for_paths(page, count)
    button(page, "stop").click()
    wait_for_line(page, "stopped")
    assert button(page, "stop").is_disabled() and page.get_by_text("○ open 0").is_visible()
    button(page, "run again").click()
    wait_for_line(page, "exploring")


def test_an_open_node_that_is_clicked_on_is_explored_next(open_address: Open, serve: Serve) -> None:
    page = open_address(serve(*LONG))
    wait_for_paths(page, 5)
    button(page, "pause").click()
    wait_for_line(page, "paused")
    # Among many finished paths it may be out of sight.
    page.get_by_role("button", name=re.compile(r"^○ open \d")).click()
    page.locator("#tree .row", has_text="open").last.click()
    assert "comes next" in page.get_by_role("note").inner_text()
    before = paths(page)
    button(page, "continue").click()
    wait_for_paths(page, before)
    button(page, "pause").click()
    wait_for_line(page, "paused")
    assert "has been explored" in page.locator(".detail").inner_text()


def test_a_bound_is_raised_and_the_strategy_switched(open_address: Open, serve: Serve) -> None:
    page = open_address(serve(*SHORT))
    wait_for_line(page, "finished")
    assert paths(page) == 6
    page.get_by_role("button", name="raise to 2").click()
    wait_for_line(page, "20 paths")
    assert page.get_by_label("max-depth").input_value() == "2"
    page.get_by_label("strategy").select_option("fieldmaps")
    wait_for_line(page, "strategy fieldmaps")
    wait_for_line(page, "finished")
    assert paths(page) < 20
    page.get_by_label("max-depth").fill("1")
    page.get_by_label("max-depth").press("Enter")
    wait_for(page, "document.querySelector('.lead').textContent.includes('cut by max-depth 1')")
    page.get_by_label("strategy").select_option("lazy")
    wait_for_line(page, "6 paths")


def test_a_chosen_path_is_shown_in_full(open_address: Open, serve: Serve) -> None:
    page = open_address(serve(*PYTHON))
    wait_for_line(page, "finished")
    page.get_by_role("button", name="violated").click()
    assert "violated post:" in page.locator(".detail h2").inner_text()
    page.get_by_label("step of the run").wait_for()
    assert "transfer(source, source, 1)" in page.locator("pre").first.inner_text()
    assert page.locator(".record").count() >= 2
    other = open_address(serve(*PYTHON))  # who comes later sees the same
    wait_for_line(other, "finished")
    assert other.locator("#tree .row").count() > 1


def test_the_strategies_are_compared_on_a_program_that_was_written(
    open_address: Open, serve: Serve
) -> None:
    page = open_address(serve())
    assert page.get_by_role("tab").count() == 1
    for language, function in (("POSE language", ""), ("Javalite", ""), ("Python", "trade")):
        page.get_by_label("language").select_option(language)
        if function:
            page.get_by_label("function").fill(function)
        button(page, "compare the strategies").click()
        page.get_by_text("same control-flow paths under every strategy: yes").wait_for(
            timeout=_PATIENCE
        )
        assert page.locator(".multiples figure").count() == 3
        assert page.locator("#tree-0 .row").count() > page.locator("#tree-1 .row").count() > 0
        page.locator("#tree-1 .row", has_text="returned").first.click()
        assert page.locator("#tree-0 .row.linked").count() >= 1


def test_a_program_that_is_wrong_gets_a_message_with_its_line(
    open_address: Open, serve: Serve
) -> None:
    page = open_address(serve())
    page.get_by_label("language").select_option("Python")
    text = "def f(x: int) -> int:\n    if x > 0\n        return 1\n    return 0\n"
    page.get_by_label("program").fill(text)
    button(page, "compare the strategies").click()
    page.get_by_text("line 2, column 13: expected ':'").wait_for(timeout=_PATIENCE)
    selected = page.evaluate("""() => {
      const area = document.querySelector("textarea");
      return area.value.slice(area.selectionStart, area.selectionEnd);
    }""")
    assert selected == "    if x > 0"
    assert page.locator(".multiples").count() == 0
    page.get_by_label("program").fill(text.replace("if x > 0", "if x > 0:"))
    page.get_by_label("program").press("Control+Enter")
    page.get_by_text("same control-flow paths under every strategy: yes").wait_for(
        timeout=_PATIENCE
    )
    assert page.locator(".editor p.accent").text_content() == ""


HOSTILE = """
def f(x: int) -> str:
    "</script><script>alert(1)</script>"
    if x == 3:
        raise type("<img src=x onerror=alert(2)>", (Exception,), {})()
    return "</textarea><img src=x onerror=alert(3)>"
"""


def test_texts_of_a_hostile_program_are_only_text(open_address: Open, serve: Serve) -> None:
    page = open_address(serve())
    page.get_by_label("language").select_option("Python")
    page.get_by_label("program").fill(HOSTILE)
    button(page, "compare the strategies").click()
    page.locator("#tree-1 .row").first.wait_for(timeout=_PATIENCE)
    assert page.locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("arguments", [SHORT, ()], ids=["explore", "playground"])
def test_nothing_serious_keeps_people_out(
    open_address: Open, serve: Serve, arguments: tuple[str, ...], scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_address(serve(*arguments), scheme=scheme)
    if arguments:
        wait_for_line(page, "finished")
    else:
        button(page, "compare the strategies").click()
        page.get_by_text("same control-flow paths").wait_for(timeout=_PATIENCE)
    found = axe.Axe().run(page).response["violations"]
    serious = [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("arguments", [SHORT, ()], ids=["explore", "playground"])
def test_a_page_is_no_wider_than_the_screen(
    open_address: Open, serve: Serve, arguments: tuple[str, ...], width: int
) -> None:
    page = open_address(serve(*arguments), width)
    if arguments:
        wait_for_line(page, "finished")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").is_visible()


def test_another_page_can_neither_read_nor_frame_the_page_nor_lead_it(
    browser: Any, serve: Serve
) -> None:
    """Even if it has the address."""
    page = browser.new_page()
    page.goto("about:blank")
    address = serve()
    read = "(address) => fetch(address).then((answer) => answer.text(), () => 'refused')"
    assert page.evaluate(read, address) == "refused"
    blind = (
        "(address) => fetch(address, {method: 'POST', mode: 'no-cors', body: '{}'})"
        ".then(() => 'sent', () => 'refused')"
    )
    assert page.evaluate(blind, address.replace("/?", "/play?")) == "refused"
    page.set_content(f'<iframe src="{address}"></iframe>')
    page.wait_for_timeout(500)
    assert page.frames[1].url.startswith("chrome-error:")
    page.close()
