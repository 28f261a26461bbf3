"""Heaps as graphs: what is drawn, in which order and direction, and as text."""

from __future__ import annotations

from typing import Any

import pytest

from heapwise.reports.graph import changed_slots, graph_of, links_in
from heapwise.reports.graph_text import Titled, before_and_after, dot, mermaid
from heapwise.reports.layout import Layouts, _curve
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.results.words import SMALL_LANGUAGES


def heap(roots: dict[str, Value], **objects: dict[str, Value]) -> Heap:
    """Objects `a`, `b`, … of the class Node."""
    return Heap(roots, {Ref(name): HeapObject("Node", body) for name, body in objects.items()})


def chain(length: int) -> Heap:
    names = [f"n{index}" for index in range(length)]
    following: list[Value] = [*map(Ref, names[1:]), None]
    return heap(
        {"self": Ref("n0")},
        **{name: {"next": to} for name, to in zip(names, following, strict=True)},
    )


TREE = heap(
    {"self": Ref("a"), "n": 3},
    a={"right": Ref("c"), "left": Ref("b")},
    b={"right": None, "left": None},
    c={"right": None, "left": None},
)
CYCLE = heap({"x": Ref("a"), "y": Ref("a")}, a={"next": Ref("b")}, b={"next": Ref("a")})


def test_a_list_is_drawn_to_the_right_and_a_tree_downwards_with_its_children_in_order() -> None:
    assert not graph_of([chain(4)]).is_down
    tree = graph_of([TREE])
    assert tree.is_down
    assert [(edge.slot, edge.target.name) for edge in tree.edges[1:]] == [
        (".right", "c"),
        (".left", "b"),
    ]


def test_a_tree_of_one_branch_is_a_tree_if_it_goes_both_ways() -> None:
    bent = heap(
        {"self": Ref("a")},
        a={"left": Ref("b"), "right": None},
        b={"left": None, "right": Ref("c")},
        c={"left": None, "right": None},
    )
    assert graph_of([bent]).is_down


def test_a_tree_with_left_children_only_is_a_tree_if_its_class_says_so() -> None:
    leaning = heap(
        {"self": Ref("a")},
        a={"key": 1, "left": Ref("b"), "right": None},
        b={"key": 2, "left": None, "right": None},
    )
    assert not graph_of([leaning], links={}).is_down
    graph = graph_of([leaning], links={"Node": ["left", "right"]})
    assert graph.is_down
    assert graph.nodes[Ref("b")].children == [".left", ".right"]


def test_left_and_right_are_children_where_nothing_is_declared() -> None:
    """As in a notebook, which has a heap alone."""
    leaning = heap(
        {"self": Ref("a")},
        a={"key": 1, "left": Ref("b"), "right": None},
        b={"key": 2, "left": None, "right": None},
    )
    assert graph_of([leaning]).is_down and not graph_of([leaning], links={}).is_down
    assert not graph_of([heap({"self": Ref("a")}, a={"left": Ref("b")}, b={"left": None})]).is_down


def test_who_knows_his_parent_is_in_a_tree_all_the_same() -> None:
    up = heap(
        {"self": Ref("a")},
        a={"above": None, "left": Ref("b"), "right": None},
        b={"above": Ref("a"), "left": None, "right": None},
    )
    graph = graph_of([up], links={"Node": ["above", "left", "right"]})
    assert graph.is_down
    assert graph.nodes[Ref("a")].children == [".left", ".right"]
    assert [edge.slot for edge in graph.edges if edge.is_backwards] == [".above"]


def test_a_doubly_linked_list_is_a_list_from_its_middle_and_before_it_is_linked() -> None:
    links = {"Node": ["a", "z"]}
    middle = heap(
        {"self": Ref("m")},
        m={"a": Ref("l"), "z": Ref("r")},
        l={"a": None, "z": Ref("m")},
        r={"a": Ref("m"), "z": None},
    )
    assert not graph_of([middle], links=links).is_down
    alone = heap({"self": Ref("m")}, m={"next": Ref("r"), "previous": None}, r={"next": None})
    assert not graph_of([alone], links={"Node": ["next", "previous"]}).is_down


def test_links_are_found_in_heaps_whose_classes_are_not_known() -> None:
    assert links_in([chain(2), TREE]) == {"Node": ["next", "right", "left"]}


def test_a_list_stays_a_list_whatever_its_nodes_hold() -> None:
    nodes = {
        Ref("a"): HeapObject("Node", {"data": Ref("x"), "next": Ref("b")}),
        Ref("b"): HeapObject("Node", {"data": Ref("y"), "next": None}),
        Ref("x"): HeapObject("Data", {}),
        Ref("y"): HeapObject("Data", {}),
    }
    assert not graph_of([Heap({"self": Ref("a")}, nodes)]).is_down
    children = HeapObject("list", {}, (Ref("x"), Ref("y")))
    assert graph_of([Heap({}, {**nodes, Ref("l"): children})]).is_down is False
    alone = {ref: nodes[ref] for ref in (Ref("x"), Ref("y"))}
    assert graph_of([Heap({"l": Ref("l")}, {Ref("l"): children, **alone})]).is_down


def test_a_doubly_linked_list_is_a_list() -> None:
    both = heap(
        {"self": Ref("a")},
        a={"next": Ref("b"), "prev": None},
        b={"next": Ref("c"), "prev": Ref("a")},
        c={"next": None, "prev": Ref("b")},
    )
    graph = graph_of([both])
    assert not graph.is_down
    assert [edge.slot for edge in graph.edges if edge.is_back] == [".prev", ".prev"]


def test_aliases_are_two_arrows_to_one_object_and_a_cycle_comes_back() -> None:
    graph = graph_of([CYCLE])
    assert graph.names == ("x", "y")
    assert [edge.target.name for edge in graph.edges] == ["a", "b", "a", "a"]
    assert [edge.is_back for edge in graph.edges] == [False, False, True, False]


def test_heaps_of_one_run_are_one_graph_with_all_of_their_arrows() -> None:
    after = heap({"self": Ref("n1")}, n0={"next": None}, n1={"next": Ref("n0")})
    graph = graph_of([chain(2), after])
    assert len(graph.nodes) == 2
    assert {(str(edge.source), edge.target.name) for edge in graph.edges} == {
        ("self", "n0"),
        ("self", "n1"),
        ("n0", "n1"),
        ("n1", "n0"),
    }


def test_a_null_is_a_place_for_an_arrow_where_other_objects_have_one() -> None:
    graph = graph_of([chain(2)])
    assert graph.nodes[Ref("n1")].links == {".next"}
    assert graph_of([chain(1)]).nodes[Ref("n0")].links == set()


def test_what_has_changed_is_told_by_slot_and_new_objects_as_a_whole() -> None:
    after = heap({}, n0={"next": Ref("n2")}, n1={"next": None}, n2={"next": None})
    assert changed_slots(chain(2), after) == {(Ref("n0"), ".next"), (Ref("n2"), "")}


def test_a_field_that_went_from_one_to_true_has_changed() -> None:
    assert changed_slots(heap({}, a={"x": 1}), heap({}, a={"x": True})) == {(Ref("a"), ".x")}


def test_a_long_list_is_drawn_without_recursion() -> None:
    assert len(graph_of([chain(5_000)]).nodes) == 5_000


def test_dot_marks_null_and_draws_what_has_changed_in_colour() -> None:
    text = dot(before_and_after(chain(2), heap({}, n0={"next": None}, n1={"next": None})))
    assert "∅" in text and "cluster_2" in text
    assert text.count("#c2410c") == 2  # label and value of n0.next


def test_an_only_left_child_is_to_the_left_in_a_drawing_for_graphviz() -> None:
    links = {"Node": ["left", "right"]}
    leaning = heap(
        {"self": Ref("a")}, a={"left": Ref("b"), "right": None}, b={"left": None, "right": None}
    )
    text = dot(before_and_after(leaning, leaning), links=links)
    pygraphviz = pytest.importorskip("pygraphviz")
    with pygraphviz.AGraph(string=text) as drawn:
        drawn.layout(prog="dot")
        parent, child = (
            float(drawn.get_node(n).attr["pos"].split(",")[0]) for n in ("h1o1", "h1o2")
        )
    assert child < parent - 10


def test_texts_of_a_program_cannot_end_a_label() -> None:
    hostile = heap({'"];x[': 1}, a={"</TD>": '"<&>'})
    drawn = dot([Titled("h", hostile)])
    assert "</TD></TD>" not in drawn and "&lt;/TD&gt;" in drawn and '"<&>' not in drawn
    flow = mermaid([Titled("h", hostile)])
    assert '"];x' not in flow and "#60;#47;TD#62;" in flow


def test_mermaid_has_an_arrow_for_each_reference() -> None:
    text = mermaid([Titled("input", TREE)])
    assert text.startswith("flowchart TD\n")
    assert text.count("-->") == 3 and 'h1values["n = 3"]' in text and "subgraph" not in text


def test_heaps_of_the_same_shape_share_a_layout() -> None:
    layouts = Layouts()
    if layouts.index([TREE], SMALL_LANGUAGES) is None:  # without Graphviz the page lays out
        return
    renamed = heap(
        {"that": Ref("x"), "n": 4},
        x={"right": Ref("z"), "left": Ref("y")},
        y={"right": None, "left": None},
        z={"right": None, "left": None},
    )
    assert layouts.index([renamed], SMALL_LANGUAGES) == 0
    assert layouts.index([CYCLE], SMALL_LANGUAGES) == 1
    tree = layouts.found[0]
    nodes = tree["nodes"]
    assert isinstance(nodes, list)
    (_, top, _), (right, below, _), (left, also_below, _) = nodes
    assert below == also_below > top and right < left  # in the order of the fields
    assert len(layouts.found) == 2


def test_no_more_layouts_are_made_when_the_time_is_up() -> None:
    assert Layouts(seconds=0).index([TREE], SMALL_LANGUAGES) is None


def test_an_arrow_that_graphviz_has_turned_round_is_turned_back() -> None:
    there = _curve("e,9,0 5,0 6,0 7,0 8,0", 0, 0)
    back = _curve("s,9,0 8,0 7,0 6,0 5,0", 0, 0)
    assert there == back == [5, 0, 6, 0, 7, 0, 8, 0, 9, 0]


def test_the_objects_of_a_list_are_in_one_row_the_one_before_to_the_left() -> None:
    links = {"Node": ["next", "prev"]}
    middle = heap(
        {"self": Ref("m")},
        m={"next": Ref("r"), "prev": Ref("l")},
        l={"next": Ref("m"), "prev": None},
        r={"next": None, "prev": Ref("m")},
    )
    layouts = Layouts(links)
    if layouts.index([middle], SMALL_LANGUAGES) is None:
        return
    found = layouts.found[0]["nodes"]
    assert isinstance(found, list)
    order = list(graph_of([middle], links=links).nodes)
    places = {ref.name: place for ref, place in zip(order, found, strict=True)}
    assert places["l"][0] < places["m"][0] < places["r"][0]
    assert len({top for _, top, _ in found}) == 1


def test_inputs_that_have_nothing_in_common_are_in_their_order_from_top_to_bottom() -> None:
    apart = heap(
        {"first": Ref("a"), "second": Ref("b"), "also": Ref("a"), "third": Ref("c")},
        a={"value": 1},
        b={"value": 2},
        c={"value": 3},
    )
    layouts = Layouts()
    if layouts.index([apart], SMALL_LANGUAGES) is None:
        return
    nodes = layouts.found[0]["nodes"]
    assert isinstance(nodes, list)
    tops = [top for _, top, _ in nodes]
    assert tops == sorted(tops) and len(set(tops)) == 3


def test_references_of_an_object_to_itself_go_from_its_right_side_round_to_its_top() -> None:
    """Also one that leads back in a list: drawn to the left, it came out of the other side."""
    layouts = Layouts({"Node": ["next", "prev"]})
    ring = heap({"self": Ref("m")}, m={"next": Ref("m"), "prev": Ref("m")})
    if layouts.index([ring], SMALL_LANGUAGES) is None:
        return
    found: Any = layouts.found[0]
    ((left, top, width),) = found["nodes"]
    for arrow in found["arrows"][1:]:
        assert arrow[0] == left + width and left < arrow[-2] < left + width
        assert abs(arrow[-1] - top) <= 10


def test_a_circle_is_a_row_that_begins_where_the_input_refers_to_with_arrows_below_it() -> None:
    links = {"Node": ["next", "prev"]}
    ring = heap(
        {"self": Ref("a")},
        a={"prev": Ref("c"), "next": Ref("b")},
        b={"prev": Ref("a"), "next": Ref("c")},
        c={"prev": Ref("b"), "next": Ref("a")},
    )
    layouts = Layouts(links)
    if layouts.index([ring], SMALL_LANGUAGES) is None:
        return
    found: Any = layouts.found[0]
    graph = graph_of([ring], links=links)
    places = dict(zip((ref.name for ref in graph.nodes), found["nodes"], strict=True))
    assert places["a"][0] < places["b"][0] < places["c"][0]
    (top,) = {each[1] for each in found["nodes"]}
    arrows = {
        (edge.source.name, edge.slot): arrow
        for edge, arrow in zip(graph.edges, found["arrows"], strict=True)
        if isinstance(edge.source, Ref)
    }
    bottom = top + 22 + 2 * 20
    for slot, source, target in ((".next", "c", "a"), (".prev", "a", "c")):
        arrow, (left, _, width) = arrows[source, slot], places[target]
        assert max(arrow[1::2]) > bottom and arrow[-1] == bottom
        assert left < arrow[-2] < left + width
        assert max(arrow[0::2]) <= found["width"] and max(arrow[1::2]) <= found["height"]
    assert all(max(arrows["b", slot][1::2]) <= bottom for slot in (".next", ".prev"))


def test_an_arrow_to_the_end_of_a_list_passes_below_it() -> None:
    """Drawn by Graphviz, the row was a zigzag."""
    nodes = {
        Ref(f"n{n}"): HeapObject("Node", {"next": Ref(f"n{n + 1}") if n < 4 else None})
        for n in range(1, 5)
    }
    owner = {Ref("q"): HeapObject("Queue", {"first": Ref("n1"), "last": Ref("n4"), "size": 4})}
    layouts = Layouts({"Node": ["next"]})
    if layouts.index([Heap({"self": Ref("q")}, owner | nodes)], SMALL_LANGUAGES) is None:
        return
    found: Any = layouts.found[0]
    assert len({top for _, top, _ in found["nodes"][1:]}) == 1
    without = {Ref("q"): HeapObject("Queue", {"first": Ref("n1"), "last": Ref("n3"), "size": 4})}
    assert layouts.index([Heap({"self": Ref("q")}, without | nodes)], SMALL_LANGUAGES) == 1
