"""Every feature of the pages, opened from disk in a real browser without a network."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.cli import explore_files
from heapwise.cli.app import app
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.reports.html.explored import ExplorePage
from heapwise.results import Account, Counts, Heap, HeapObject, Outcome, OutcomeKind, Ref
from heapwise.results.event import Event
from heapwise.results.illustration import Illustration
from heapwise.results.path_result import PathResult, RunSummary
from heapwise.results.source_files import SourceFiles
from heapwise.results.words import PYTHON
from tests.unit.benchmarks.compiling import compiled

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Report = Callable[..., Path]
JAVA = ("explore", "benchmarks/java/classes:kiasan.BinarySearchTree.insert", "--max-objects", "2")
needs_jvm = pytest.mark.skipif(find_jdk() is None, reason="there is no JVM")
needs_graphviz = pytest.mark.skipif(
    find_spec("pygraphviz") is None, reason="Graphviz is not installed"
)
WITHDRAW = ("explore", "examples/bank.py:Account.withdraw")
TRANSFER = ("explore", "examples/bank.py:transfer")
LIST = ("explore", "examples/list.tiny")
COMPARE = ("compare", "examples/list.tiny", "--strategies", "lazy,fieldmaps")
CHECK = ("check", "examples/bank.py", "-j", "1")
TREE_MAP = "benchmarks/lissa/tree_map.py:TreeMap"
SHAPES = ("enumerate", TREE_MAP, "--scope", "3", "--domain", "Entry.key=0..0")
RING = ("enumerate", "benchmarks/lissa/linked_list.py:LinkedList", "--scope", "2")
PAPERS = ("reproduce", "all", "--papers", "pose", "--minutes", "0", "--out", "{folder}")
TESTS = ("tests", "examples/bank.py:Account.available", "-o", "/dev/null", "--force")


def rows(page: Any, tree: str = "tree") -> list[str]:
    found: list[str] = page.locator(f"#{tree} .row").all_inner_texts()
    return found


def heading(page: Any) -> str:
    text: str = page.locator(".detail h2").inner_text()
    return text


def test_the_violated_path_is_shown_first_with_its_heaps_source_code_and_test(
    open_page: Open, report: Report
) -> None:
    page = open_page(report(*TRANSFER))
    assert "violated post:" in heading(page) and "replayed" in heading(page)
    assert page.locator(".condition li").first.inner_text() == "amount >= 0"
    before, after = page.locator(".heaps figure").all()
    assert "source" in before.inner_text() and "target" in before.inner_text()
    assert before.locator(".record").count() == 1  # aliases: two arrows to one record
    assert before.locator("path.arrow").count() == 2
    assert after.locator("text.changed").all_text_contents() == ["balance", "2"]
    assert page.locator("tr.ran").count() > 3
    assert "post:" in page.locator("tr.here").inner_text()
    assert "transfer(source, source, 1)" in page.locator("pre").first.inner_text()
    assert "def test_transfer" in page.locator("pre").last.inner_text()


def test_arrows_move_through_the_tree_and_fold_it(open_page: Open, report: Report) -> None:
    page = open_page(report(*WITHDRAW))
    assert len(rows(page)) == 6
    assert heading(page).startswith("path 1 ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert len(rows(page)) == 2
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert heading(page).startswith("path 4 ") and page.url.endswith("#path-4")
    decided = page.locator("tr.ran", has_text="if amount <= self.balance").locator("td.d")
    assert decided.inner_text() == "if false"


def test_paths_are_filtered_by_end_text_and_line(open_page: Open, report: Report) -> None:
    page = open_page(report(*WITHDRAW))
    page.get_by_role("button", name="raised").click()
    assert page.locator(".status").inner_text() == "2 of 4 paths"
    page.keyboard.press("/")
    page.keyboard.type("is not None")
    assert page.locator(".status").inner_text() == "1 of 4 paths"
    assert heading(page).startswith("path 3 ")
    page.keyboard.type(" and nonsense")
    assert "No path is like that" in page.locator(".detail").inner_text()
    page.get_by_label("filter by text").fill("")
    page.get_by_role("button", name="raised").click()
    page.get_by_label("filter by source line").fill("40")
    assert page.locator(".status").inner_text() == "3 of 4 paths"


@pytest.mark.parametrize("target", [WITHDRAW, LIST, pytest.param(JAVA, marks=needs_jvm)])
def test_a_run_is_followed_step_by_step_with_objects_in_their_places(
    open_page: Open, report: Report, target: tuple[str, ...]
) -> None:
    page = open_page(report(*target), "#path-3" if target is JAVA else "#path-4")
    slider = page.get_by_label("step of the run")
    last = int(slider.get_attribute("max"))
    assert last >= 4
    places: dict[str, set[tuple[str, str]]] = {}
    lines = []
    for _ in range(last + 1):
        lines.append(page.locator("tr.now").first.get_attribute("data-line"))
        for record in page.locator(".steps .record").all():
            box = record.locator("rect")
            where = (box.get_attribute("x"), box.get_attribute("y"))
            places.setdefault(record.locator("title").text_content(), set()).add(where)
        page.get_by_label("next step").click()
    assert len(set(lines)) > 2
    assert len(places) >= 2 and all(len(each) == 1 for each in places.values())
    assert f"step {last + 1} of {last + 1}" in page.locator(".travel").inner_text()


@needs_jvm
def test_a_path_of_java_has_its_source_its_decisions_and_its_code(
    open_page: Open, report: Report
) -> None:
    page = open_page(report(*JAVA), "#path-3")
    source = Path("benchmarks/java/source/kiasan/BinarySearchTree.java").read_text().split("\n")
    shown = page.locator(".source tr td:nth-child(2)").all_inner_texts()
    assert [each.rstrip() for each in shown] == [each.rstrip() for each in source]
    decided = page.locator("tr.ran td.d").all_inner_texts()
    assert any("not null" in each for each in decided)
    assert page.locator("tr.ran").count() > len(decided)
    tree = rows(page)
    assert any("▾" in row and "not null" in row and "while (n != null)" in row for row in tree)
    rebuild, test = (each.inner_text() for each in page.locator("pre").all())
    assert "binarySearchTree1.insert(" in rebuild
    assert "@Test" in test and "class BinarySearchTreeTest" in test


@needs_jvm
@pytest.mark.skipif(shutil.which("javac") is None, reason="there is no javac")
def test_hostile_names_of_java_are_only_text(
    open_page: Open, report: Report, tmp_path: Path
) -> None:
    """A class without its source, and texts that look like markup."""
    folder = tmp_path / "<img src=x onerror=alert(5)>"
    folder.mkdir()
    source = folder / "Bad.java"
    source.write_text(
        "class Bad { static String f(String s) {"
        ' if (s.equals("</script><b>")) { return "<img src=x onerror=alert(6)>"; }\n'
        " return s; } }"
    )
    classes = compiled(folder / "classes", [source], "-g")
    page = open_page(report("explore", f"{classes}:Bad.f"))
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        assert page.locator("img, .detail script, b").count() == 0
    assert "</script><b>" in page.locator(".source").inner_text()
    source.unlink()
    page = open_page(report("explore", f"{classes}:Bad.f", "--max-objects", "2"), "#path-2")
    assert "its text was not found" in page.locator(".detail").inner_text()
    assert page.locator(".source tr").count() >= 1


def test_what_was_decided_is_in_view_however_long_the_lines_are(
    open_page: Open, report: Report
) -> None:
    page = open_page(report(*LIST), "#path-4")
    box = page.locator("tr[data-line='22'] td.d")
    assert box.inner_text() == "else"
    assert box.bounding_box()["x"] + box.bounding_box()["width"] <= 1280


def test_help_opens_and_closes_by_key(open_page: Open, report: Report) -> None:
    page = open_page(report(*WITHDRAW))
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()


def test_check_lists_findings_first_and_links_to_their_lines(
    open_page: Open, report: Report
) -> None:
    page = open_page(report(*CHECK))
    table = page.locator("table.list tbody tr")
    assert "violated" in table.first.inner_text() and table.count() == 4
    page.get_by_role("link", name="transfer", exact=True).click()
    assert page.url.endswith("#finding-0-0")
    page.get_by_role("link", name="bank.py:51").click()
    line = page.locator(page.url[page.url.index("#") :])
    assert "violated" in line.get_attribute("class") and "post:" in line.inner_text()
    withdraw = page.locator("tr", has_text="if amount <= self.balance").locator("td.d")
    assert withdraw.inner_text() == "if both ways"
    page.keyboard.press("/")
    page.keyboard.type("richest")
    assert page.locator("table.list tbody tr:visible").count() == 1


LINES = ("check", "tests/data/lines_of_all_kinds.py", "-j", "1", "--no-cache")


def _type_of(page: Any, text: str) -> str:
    """How the line with this text is marked."""
    found: str = page.locator(".source tr", has_text=text).first.get_attribute("class") or ""
    return found


def test_check_marks_every_line_and_links_to_the_finding(open_page: Open, report: Report) -> None:
    page = open_page(report(*LINES))
    assert _type_of(page, "return 1  # reached") == "ran"
    assert _type_of(page, "node.value = 7") == "unreached"
    assert _type_of(page, "node = Node(0)") == "unreached"
    assert _type_of(page, "return size") == "open"
    assert _type_of(page, "ctypes.sizeof") == "unsupported"
    assert _type_of(page, "from dataclasses import") == ""
    first = page.locator(".source tr.unreached td.d").first
    assert first.inner_text() == "not reachable within the bounds"
    line = page.locator(".source tr.violated")
    assert "node.value // by" in line.inner_text()
    line.get_by_role("link", name="divide").click()
    assert page.url.endswith("#finding-0-0")
    assert "ZeroDivisionError" in page.locator("#finding-0-0").inner_text()
    legend = page.locator(".legend").inner_text()
    assert "violated: 1 line" in legend and "not reachable within the bounds: 4 lines" in legend


@needs_jvm
def test_check_shows_the_source_of_java_and_marks_its_lines(
    open_page: Open, report: Report
) -> None:
    target = "benchmarks/java/classes:kiasan.BinarySearchTree.insert"
    page = open_page(report("check", target, "--max-objects", "1", "--no-cache", "-j", "1"))
    assert "kiasan/BinarySearchTree.java" in page.locator(".block h3").all_inner_texts()
    assert _type_of(page, "while (n != null)") == "ran"
    assert page.locator(".source tr", has_text="return null;").count() > 0
    assert page.locator(".source tr.ran td.d", has_text="both ways").count() > 0


def test_compare_marks_the_same_way_in_the_other_tree(open_page: Open, report: Report) -> None:
    page = open_page(report(*COMPARE))
    assert page.locator(".multiples figure").count() == 3
    assert "lazy" in page.get_by_label("strategy 1", exact=True).inner_text()
    assert len(rows(page, "tree-1")) < len(rows(page, "tree-0"))
    assert page.locator("#tree-0 .row.linked").count() >= 1  # one way is marked to begin with
    assert any("other . first" in row for row in rows(page, "tree-0"))  # with the text of its line
    page.locator("#tree-1 .row", has_text="raised").first.click()
    assert page.locator("#tree-0 .row.linked").count() >= 1
    assert "1 path on the right" in page.locator("main [role=status]").inner_text()


def test_compare_says_what_is_no_path(open_page: Open, report: Report, tmp_path: Path) -> None:
    """A program that never ends had seven empty pictures, and no word about them."""
    program = tmp_path / "endless.py"
    program.write_text("def f(n: int) -> int:\n    while True:\n        n += 1\n")
    page = open_page(report("compare", f"{program}:f"))
    (told,) = page.locator(".besides").all_inner_texts()
    assert "cut by a bound" in told or "without an end" in told
    assert "every strategy" in told


@needs_jvm
def test_compare_links_the_paths_of_java_that_take_the_same_way(
    open_page: Open, report: Report
) -> None:
    find = "benchmarks/java/classes:kiasan.BinarySearchTree.find"
    page = open_page(report("compare", find, "--max-objects", "2", *COMPARE[2:]))
    assert "same control-flow paths under every strategy: yes" in page.locator("body").inner_text()
    page.locator("#tree-1 .row", has_text="returned").nth(1).click()
    linked = page.locator("#tree-0 .row.linked").count()
    assert linked >= 1
    told = page.locator("main [role=status]").inner_text()
    numbers = [int(word) for word in told.split() if word.isdigit()]
    assert len(numbers) == 2 and numbers[0] >= linked and numbers[1] >= 1


def test_enumerate_draws_what_is_in_view(open_page: Open, report: Report) -> None:
    page = open_page(report(*SHAPES))
    figures = page.locator("figure")
    page.locator("figure svg").first.wait_for()
    assert 0 < page.locator("figure svg").count() < figures.count()
    assert figures.first.locator("path.null").count() == 1
    page.keyboard.press("/")
    page.keyboard.type(str(figures.count()))
    page.keyboard.press("Enter")
    page.locator("figure:last-child svg").wait_for()


def test_an_object_that_grows_has_no_empty_places_before(
    open_page: Open, report: Report, tmp_path: Path
) -> None:
    """The steps have one layout, in which an object has place for all that it ever holds."""
    program = tmp_path / "grows.py"
    program.write_text(
        "def f(n: int) -> int:\n    found = []\n    found.append({1: n})\n    found.append({})\n"
        "    return len(found)\n"
    )
    page = open_page(report("explore", f"{program}:f"))
    held = []
    for _ in page.evaluate("DATA.paths[0].steps"):
        record = page.locator(".steps .record", has_text="list").first
        if record.count():
            held.append((record.locator(".label").count(), record.locator(".rule").count()))
        page.get_by_label("next step").click()
    # A rule below the name, one above the cells, and one between them.
    assert list(dict.fromkeys(held)) == [(0, 1), (1, 2), (2, 3)]


def test_a_long_list_is_not_cut_off_in_the_gallery(open_page: Open, report: Report) -> None:
    chains = ("enumerate", "tests/programs_structures/doubly_linked.py:Chain", "--scope", "2")
    page = open_page(report(*chains))
    page.locator("figure svg").nth(6).wait_for()
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    assert page.locator("figure").evaluate_all(cut) == 0


def test_the_page_of_the_papers_has_their_tables(open_page: Open, report: Report) -> None:
    page = open_page(report(*PAPERS))
    page.get_by_role("link", name="pose").click()
    assert page.url.endswith("#pose")
    assert page.locator("td", has_text="fig_1a").count() > 0
    assert "printed 2" in page.locator("tr", has_text="fig_1a").first.inner_text()


def test_tests_are_shown_with_what_they_cover(open_page: Open, report: Report) -> None:
    page = open_page(report(*TESTS))
    assert "branches" in page.locator("table.list").inner_text()
    assert "def test_available" in page.locator("pre").inner_text()


ALL = [PAPERS, TRANSFER, CHECK, LINES, COMPARE, SHAPES, TESTS]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("arguments", ALL, ids=lambda each: each[0])
def test_nothing_serious_keeps_people_out(
    open_page: Open, report: Report, arguments: tuple[str, ...], scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(report(*arguments), scheme=scheme)
    found = axe.Axe().run(page).response["violations"]
    serious = [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("arguments", ALL, ids=lambda each: each[0])
def test_a_page_is_no_wider_than_the_screen(
    open_page: Open, report: Report, arguments: tuple[str, ...], width: int
) -> None:
    page = open_page(report(*arguments), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").is_visible()


@needs_graphviz
def test_graphviz_and_the_page_agree_on_where_arrows_begin(open_page: Open, report: Report) -> None:
    """What heap.js counts is what layout.py counts: the same objects and arrows in the same order,
    and an arrow begins at its slot."""
    page = open_page(report(*LIST))
    found = page.evaluate("""() => DATA.paths.filter((path) => path.layout !== null).map((path) => {
      const graph = graphOf([path.input, path.output], WORDS), layout = DATA.layouts[path.layout];
      const refs = [...graph.nodes.keys()];
      return [graph.nodes.size - layout.nodes.length, graph.edges.length - layout.arrows.length,
        ...graph.edges.map((edge, index) => {
          if (edge.source[0] === "r") return 0;
          const at = refs.indexOf(edge.source.slice(1)), [x, y, width] = layout.nodes[at];
          const port = portOf(graph.nodes.get(refs[at]), edge.slot, graph.down, width);
          const [px, py] = layout.arrows[index];
          return Math.round(Math.hypot(x + port.x - px, y + port.y - py) / 6);
        })];
    })""")
    assert found and all(value == 0 for each in found for value in each), found


@needs_graphviz
def test_the_dot_of_a_reference_is_where_its_arrow_begins(open_page: Open, report: Report) -> None:
    """In a list whose nodes know the one before, half of the arrows leave to the left."""
    page = open_page(report(*RING))
    page.locator("figure:first-child svg").wait_for()
    found = page.evaluate("""() => DATA.inputs.flatMap((heap, index) => {
      const layout = layoutOf(DATA.input_layouts[index]);
      const all = (what) => [...drawHeap(heap, { words: WORDS, layout }).querySelectorAll(what)];
      const begins = all("path.arrow").map((arrow) => arrow.getAttribute("d").match(/-?[0-9.]+/g));
      return all("circle.dot").map((dot) => {
        const [x, y] = ["cx", "cy"].map((name) => dot.getAttribute(name));
        return Math.min(...begins.map((at) => Math.max(Math.abs(x - at[0]), Math.abs(y - at[1]))));
      });
    })""")
    assert len(found) > 8 and max(found) <= 14, found


@needs_graphviz
def test_the_page_and_graphviz_agree_on_what_is_a_tree(open_page: Open, report: Report) -> None:
    page = open_page(report(*SHAPES))
    found = page.evaluate("""() => DATA.inputs.map((heap, index) => {
      const layout = layoutOf(DATA.input_layouts[index]), { down, nodes } = graphOf([heap], WORDS);
      const entry = [...nodes.values()].find((node) => node.className === "Entry");
      return [layout ? layout.down === down : null, down, entry ? [...entry.children] : []];
    })""")
    assert all(agree for agree, _, _ in found)
    assert all(down == bool(children) for _, down, children in found)
    assert found[-1][2] == [".left", ".right"]  # and not the parent


@needs_jvm
def test_boxed_numbers_are_values_and_the_layout_knows_it(open_page: Open, report: Report) -> None:
    page = open_page(report(*JAVA))
    apart = page.evaluate("""() => DATA.paths.filter((path) => path.layout !== null).map((path) => {
      const objects = path.output.objects || path.input.objects, layout = DATA.layouts[path.layout];
      const heaps = [path.input, { ...path.output, objects }];
      const { nodes, edges } = graphOf(heaps.map(unboxing(heaps)), WORDS);
      return nodes.size !== layout.nodes.length || edges.length !== layout.arrows.length;
    })""")
    assert apart and not any(apart)
    drawn = page.evaluate("""() => {
      const box = (value) => ({ class: "java.lang.Integer", fields: { value } });
      const node = (data, next) => ({ class: "Node", fields: { data, next } });
      const nodes = { a: node("i", "b"), b: node("j", "c"), c: node("j", null) };
      const heap = { roots: { list: "a" }, objects: { ...nodes, i: box(7), j: box(8) } };
      const texts = drawHeap(heap, { words: WORDS }).querySelectorAll("text");
      return [...texts].map((each) => each.textContent);
    }""")
    assert "i" not in drawn and "7" in drawn  # in its node
    assert "j" in drawn and drawn.count("8") == 1  # two nodes share it


def test_a_heap_that_does_not_fit_beside_another_has_a_row_of_its_own(
    open_page: Open, report: Report
) -> None:
    page = open_page(report(*LIST), "#path-4")
    for scale in (1, 4):
        tops = page.evaluate(
            """(scale) => {
              const heap = { roots: { x: "n0" }, objects: {} }, last = 2 * scale - 1;
              for (let i = 0; i <= last; i += 1)
                heap.objects["n" + i] = {
                  class: "Node", fields: { next: i < last ? "n" + (i + 1) : null } };
              const row = make("section.heaps", {}, figure("a", heap, {}), figure("b", heap, {}));
              document.querySelector(".detail").append(row);
              return [...row.children].map((each) => each.getBoundingClientRect().top);
            }""",
            scale,
        )
        assert (tops[0] == tops[1]) is (scale == 1)


def test_what_the_page_lays_out_itself_is_drawn_as_a_whole(open_page: Open, report: Report) -> None:
    page = open_page(report(*SHAPES))
    outside = page.evaluate("""() => DATA.inputs.slice(-40).map((heap) => {
      const drawn = drawHeap(heap, { words: WORDS });
      document.body.append(drawn);
      const picture = drawn.querySelector("svg"), view = picture.viewBox.baseVal;
      const found = [...picture.querySelectorAll("path, rect, text")].filter((each) => {
        const box = each.getBBox();
        return box.x < view.x || box.y < view.y || box.x + box.width > view.x + view.width
          || box.y + box.height > view.y + view.height;
      });
      drawn.remove();
      return found.length;
    })""")
    assert len(outside) == 40 and not any(outside)


HOSTILE = """
class Node:
    def __init__(self, next: "Node | None") -> None:
        self.next = next

def f(node: "Node | None", text: str) -> str:
    "</script><script>alert(1)</script> \u202e<img src=x onerror=alert(2)>"
    if node is None:
        return "</script><img src=x onerror=alert(3)>"
    if text == "'\\"`&lt;\u202e\u05d0":
        raise ValueError("<b onclick=alert(4)>")
    return text
"""


def test_texts_of_a_hostile_program_are_only_text(
    open_page: Open, report: Report, tmp_path: Path
) -> None:
    program = tmp_path / "<img src=x onerror=alert(5)>.py"
    program.write_text(HOSTILE)
    page = open_page(report("explore", f"{program}:f"))
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert page.locator("img, .detail script, b").count() == 0
    assert "<img src=x onerror=alert(5)>" in page.locator("h1").inner_text()
    assert "\\u202e<img src=x onerror=alert(2)>" in page.locator(".source").inner_text()
    # What turns the order of texts round is shown, and turns nothing round.
    assert "\u202e" not in page.locator("body").inner_text()


def _many(count: int, folder: Path) -> Path:
    """A report of paths that fork at every bit of their number."""
    made = ExplorePage(PYTHON, SourceFiles())
    for number in range(count):
        trace = tuple(
            Event("if", "true" if number >> bit & 1 else "false", "", 10 + bit, 1)
            for bit in range(14, -1, -1)
        )
        heap = Heap({"x": Ref("Node#1")}, {Ref("Node#1"): HeapObject("Node", {"value": number})})
        outcome = Outcome(OutcomeKind.RETURNED, number)
        condition = " and ".join(f"x.value != {number} * x.size + {each}" for each in range(12))
        path = PathResult(number + 1, outcome, condition, heap, heap, trace, True)
        made.add(path, Illustration())
    bounds: dict[str, object] = {}
    summary = RunSummary("many", "python", "pose", "none", Account(), bounds, Counts(), 1.0, 0.5)
    to = folder / "many.html"
    with to.open("w", encoding="utf-8") as file:
        made.write(file, summary)
    return to


def test_a_path_whose_heaps_were_left_out_says_so(
    open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explore_files, "_ALWAYS_DESCRIBED", 1)
    monkeypatch.setattr(explore_files, "_DESCRIBING", 0)
    monkeypatch.setattr(explore_files, "_DESCRIBING_SHARE", 1e9)
    to = tmp_path / "some.html"
    CliRunner().invoke(app, ["explore", "examples/list.tiny", "-q", "--html", str(to)])
    page = open_page(to)
    page.locator("#tree .row").filter(has_text=re.compile("3 returned")).click()
    assert heading(page) == "path 3 · returned"
    assert "--show all" in page.locator(".detail p.soft").inner_text()
    assert page.locator("figure").count() == 0 and page.locator("tr.ran").count() > 1


def test_twenty_thousand_paths_stay_smooth(open_page: Open, tmp_path: Path) -> None:
    file = _many(20_000, tmp_path)
    assert 10_000_000 < file.stat().st_size < 20_000_000
    page = open_page(file)
    assert 10 < len(rows(page)) < 80
    page.keyboard.press("End")
    assert heading(page).startswith("path 20000 ")
    assert 10 < len(rows(page)) < 80
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    start = busy()
    for _ in range(20):
        page.keyboard.press("PageUp")
    assert busy() - start < 20 * 0.1
