"""Java snippets and tests are code that people write, and still show what they should."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.java.classpath.jdk import find_jdk
from tests.unit.benchmarks.compiling import compiled

pytestmark = pytest.mark.skipif(
    find_jdk() is None or shutil.which("javac") is None, reason="there is no javac"
)
SOURCE = """\
package shop;

import java.util.*;

public class Shop {
    public static char first(String s) { return s.charAt(0); }
    public static int each(List<Integer> xs) { return 10 / (xs.get(0) + 1); }
    public static int price(Map<String, Integer> prices) { return 10 / prices.get("tea"); }
    public static int large(Integer x) { return 1 / (x - 1000); }
    public static int box(Integer x) { return 1 / (x - 3); }
    public static int box(int x) { return x; }
    public static int any(Object x) { return x.equals(-7) ? 1 / 0 : 1; }

    public static int twins(Integer a, Integer b) {
        return a != b && a.equals(b) && a < 100 && a > 0 ? 1 / 0 : 1;
    }

    public static int texts(String a, String b) { return a != b && a.equals(b) ? 1 / 0 : 1; }
    public static int own(String s) { return s != "tea" && s.equals("tea") ? 1 / 0 : 1; }

    public static int mixed(String s, String t) {
        return s != "tea" && s.equals("tea") && t.equals("cup") ? 1 / 0 : 1;
    }

    public static int cached(Integer x) { return x != Integer.valueOf(5) && x == 5 ? 1 / 0 : 1; }
    record Pair(Integer left, Character right) { }
    public static int pair(Pair p) { return p.left() == -2 && p.right() == 'x' ? 1 / 0 : 1; }
}
"""
MAIN = """\
package shop;
{imports}
class Main {{
    public static void main(String[] arguments) throws Throwable {{
{lines}
    }}
{helpers}
}}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    (folder / "Shop.java").write_text(SOURCE, encoding="utf-8")
    compiled(folder / "classes", [folder / "Shop.java"], "-g")
    return folder / "classes"


def shown(classes: Path, name: str, folder: Path, exception: str = "ArithmeticException") -> str:
    """The statements that show a failure, once a JVM has run them."""
    for report in check(f"{classes}:shop.Shop.{name}", CheckOptions(seconds=1200, max_objects=3)):
        for finding in report.findings:
            if exception in finding.message:
                assert finding.replayed
                run(classes, finding.snippet, folder, exception)
                return finding.snippet.partition("\n\n")[0]
    raise AssertionError("no such finding")


def run(classes: Path, snippet: str, folder: Path, exception: str) -> None:
    statements, _, rest = snippet.partition("\n\n")
    imports = "\n".join(line for line in rest.splitlines() if line.startswith("import "))
    helpers = "\n".join(line for line in rest.splitlines() if not line.startswith("import "))
    text = MAIN.format(imports=imports, lines=statements, helpers=helpers)
    (folder / "Main.java").write_text(text, encoding="utf-8")
    compiled(folder / "out", [folder / "Main.java"], "-Xlint:all", "-cp", str(classes))
    command = ["java", "-cp", f"{folder / 'out'}:{classes}", "shop.Main"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert exception in ran.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "statements"),
    [
        ("large", "Shop.large(1000);"),
        ("any", "Shop.any(-7);"),
        ("box(java.lang.Integer)", "Shop.box(Integer.valueOf(3));"),
        ("twins", "Integer integer1 = new Integer(1);\nShop.twins(1, integer1);"),
        ("texts", 'String string1 = new String("");\nShop.texts("", string1);'),
        ("own", 'String string1 = new String("tea");\nShop.own(string1);'),
        ("mixed", 'String string1 = new String("tea");\nShop.mixed(string1, "cup");'),
        ("cached", "Integer integer1 = new Integer(5);\nShop.cached(integer1);"),
        ("pair", "Shop.Pair pair1 = new Shop.Pair(Integer.valueOf(-2), Character.valueOf('x'));"),
    ],
)
def test_objects_of_their_own_are_made_only_where_identity_matters(
    classes: Path, tmp_path: Path, name: str, statements: str
) -> None:
    assert shown(classes, name, tmp_path).startswith(statements)


def test_an_empty_text_is_a_literal(classes: Path, tmp_path: Path) -> None:
    assert shown(classes, "first", tmp_path, "OutOfBounds") == 'Shop.first("");'
