from __future__ import annotations

import io
import struct
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classpath import declaring_classes, sources
from heapwise.frontends.java.classpath.archives import Archive
from heapwise.frontends.java.classpath.class_path import (
    ClassPath,
    MissingClassError,
    open_class_path,
)
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.jimage import ImageFile
from heapwise.frontends.java.classpath.jmod import open_jmod
from heapwise.frontends.java.classpath.sources import Directory, SingleFile
from heapwise.program import InputError
from tests.unit.frontends.java.platform import JAVA_BASE, Memory, build_jdk, declared
from tests.unit.frontends.java.samples import CLASSES, image_bytes, sample_bytes


def jar_bytes(entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, data in entries.items():
            jar.writestr(name, data)
    return buffer.getvalue()


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_only_classes_that_are_asked_for_are_parsed() -> None:
    classes = ClassPath([Directory(CLASSES)])
    assert classes.load("pkg/Tree") is classes.load("pkg/Tree")
    assert classes.parsed() == ("pkg/Tree",)
    assert classes.find("pkg/Nothing") is None
    assert "pkg/Diamond$Leaf" in set(classes.user_classes())


def test_no_class_name_leads_out_of_its_folder() -> None:
    inside = Directory(CLASSES / "pkg")
    for name in ("../near/Base", "..", "", "/etc/passwd", "a\0b", "x" * 5000, "\ud800"):
        assert inside.read(name) is None


def test_classes_are_read_from_jars(tmp_path: Path) -> None:
    jar = write(tmp_path / "a.jar", jar_bytes({"pkg/Tree.class": sample_bytes("pkg/Tree")}))
    cls = ClassPath([Archive(jar, 25)]).load("pkg/Tree")
    assert cls.source == f"{jar}!/pkg/Tree.class"


def test_a_multi_release_jar_gives_the_newest_version_up_to_the_release(tmp_path: Path) -> None:
    entries = {
        "META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n",
        "A.class": b"base",
        "META-INF/versions/9/A.class": b"nine",
        "META-INF/versions/17/A.class": b"seventeen",
        "META-INF/versions/17/only/New.class": b"new",
        "META-INF/versions/8/A.class": b"never",
    }
    jar = write(tmp_path / "a.jar", jar_bytes(entries))

    def version(release: int, name: str = "A") -> bytes | None:
        found = Archive(jar, release).read(name)
        return found.data if found else None

    assert [version(r) for r in (8, 9, 16, 17, 25)] == [
        b"base",
        b"nine",
        b"nine",
        b"seventeen",
        b"seventeen",
    ]
    assert version(16, "only/New") is None and version(21, "only/New") == b"new"
    assert sorted(Archive(jar, 17).names()) == ["A", "only/New"]


def test_a_jar_that_does_not_say_so_is_not_multi_release(tmp_path: Path) -> None:
    entries = {
        "META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n",
        "A.class": b"base",
        "META-INF/versions/9/A.class": b"nine",
    }
    found = Archive(write(tmp_path / "a.jar", jar_bytes(entries)), 25).read("A")
    assert found is not None and found.data == b"base"


def test_classes_are_read_from_jmods(tmp_path: Path) -> None:
    content = jar_bytes({"classes/pkg/Tree.class": sample_bytes("pkg/Tree"), "lib/x": b""})
    path = write(tmp_path / "m.jmod", b"JM\x01\x00" + content)
    module = open_jmod(path, 25)
    assert list(module.names()) == ["pkg/Tree"]
    assert ClassPath([module]).load("pkg/Tree").name == "pkg/Tree"
    with pytest.raises(ClassFormatError, match="no jmod"):
        open_jmod(write(tmp_path / "n.jmod", content), 25)


def test_damaged_archives_give_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.jar: cannot read the archive"):
        Archive(write(tmp_path / "a.jar", b"PK\x03\x04 not a jar"), 25)
    good = jar_bytes({"A.class": bytes(1000)})
    at = good.index(b"A.class") + 7
    broken = good[:at] + b"\xff\xff" + good[at + 2 :]
    with pytest.raises(InputError, match="cannot read the entry"):
        Archive(write(tmp_path / "b.jar", broken), 25).read("A")


def test_an_entry_too_large_for_a_class_is_not_unpacked(tmp_path: Path) -> None:
    jar = jar_bytes({"A.class": b"x"})
    at = jar.index(b"PK\x01\x02") + 24
    bomb = jar[:at] + struct.pack("<I", 1 << 30) + jar[at + 4 :]
    with pytest.raises(InputError, match="more than a class file has"):
        Archive(write(tmp_path / "a.jar", bomb), 25).read("A")


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=6))
def test_a_damaged_jar_gives_classes_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]
) -> None:
    data = bytearray(jar_bytes({"pkg/Tree.class": sample_bytes("pkg/Tree")}))
    for at, value in changes:
        data[at % len(data)] ^= value
    path = write(tmp_path_factory.getbasetemp() / "fuzzed.jar", bytes(data))
    message = str(path)
    try:
        ClassPath([Archive(path, 25)]).find("pkg/Tree")
    except InputError as error:
        message = str(error)
    assert message.startswith(str(path))


def test_a_class_under_the_wrong_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Tree.class").write_bytes(sample_bytes("pkg/Tree"))
    with pytest.raises(InputError, match=r"holds the class `pkg.Tree`, not `Tree`"):
        ClassPath([Directory(tmp_path)]).find("Tree")


def test_a_class_file_brings_the_classes_beside_it(tmp_path: Path) -> None:
    source = SingleFile(CLASSES / "pkg" / "Tree.class")
    assert source.read("pkg/Tree$Node") is not None and source.read("near/Base") is not None
    lone = write(tmp_path / "Renamed.class", sample_bytes("pkg/Tree"))
    assert SingleFile(lone).read("pkg/Tree") is not None
    assert SingleFile(lone).read("pkg/Tree$Node") is None


def _declaring(folder: Path, method: str) -> list[str]:
    return list(ClassPath([Directory(folder)]).declaring(method, "()V"))


def _tree(folder: Path, method: str) -> None:
    (folder / "pkg").mkdir(exist_ok=True)
    write(folder / "pkg" / "Tree.class", declared("pkg/Tree", ((method, "()V"),)))


def test_what_a_folder_declares_is_read_again_only_if_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(declaring_classes, "_SETTLED", 0)
    _tree(tmp_path, "grow")
    time.sleep(0.01)  # what is written now gets another time
    assert _declaring(tmp_path, "grow") == ["pkg/Tree"]
    with monkeypatch.context() as unread:
        unread.delattr(Directory, "read")
        assert _declaring(tmp_path, "grow") == ["pkg/Tree"]
    _tree(tmp_path, "fell")
    assert (_declaring(tmp_path, "grow"), _declaring(tmp_path, "fell")) == ([], ["pkg/Tree"])


def test_files_that_were_just_written_are_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written again at once, they may have the same time and size."""
    now = time.time_ns()
    monkeypatch.setattr(sources, "_stamp", lambda path: (1, 1, now, now))
    _tree(tmp_path, "grow")
    assert _declaring(tmp_path, "grow") == ["pkg/Tree"]
    _tree(tmp_path, "fell")
    assert (_declaring(tmp_path, "grow"), _declaring(tmp_path, "fell")) == ([], ["pkg/Tree"])


def test_classes_of_a_folder_have_the_names_of_its_subfolders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _tree(tmp_path, "grow")
    write(tmp_path / "Top.class", b"")
    monkeypatch.chdir(tmp_path)
    assert list(Directory(tmp_path).names()) == ["Top", "pkg/Tree"]
    assert list(Directory(Path()).names()) == ["Top", "pkg/Tree"]


def test_the_platform_comes_before_the_user() -> None:
    user = Memory({"java/lang/Object": declared("java/lang/Object", (("fake", "()V"),))})
    found = ClassPath([user], [Memory(JAVA_BASE)]).load("java/lang/Object")
    assert not found.methods_named("fake")


def test_a_missing_class_is_named_with_what_was_meant() -> None:
    classes = ClassPath([Directory(CLASSES)])
    with pytest.raises(MissingClassError, match=r"did you mean `pkg\.Tree`"):
        classes.load("pkg/Treee")
    with pytest.raises(MissingClassError, match="there is no JDK: install"):
        classes.load("java/lang/Object")


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_run_time_image_is_read_in_place(tmp_path: Path, order: str) -> None:
    home = build_jdk(tmp_path / "jdk", order=order)
    image = ImageFile(home / "lib" / "modules")
    assert image.modules_of("java.lang") == ("java.base",)
    assert image.modules_of("java.nothing") == ()
    for name, data in JAVA_BASE.items():
        found = image.find_class(name)
        assert found is not None and image.read(found) == data
        assert found.name == f"/java.base/{name}.class"
    assert image.find_class("java/lang/Nothing") is None
    names = {x.name for x in image.locations() if x.extension == "class"}
    assert names == {f"/java.base/{name}.class" for name in JAVA_BASE}


def test_zipped_resources_are_unpacked_and_other_compressions_refused(tmp_path: Path) -> None:
    home = build_jdk(tmp_path / "zip", compressor="zip")
    image = ImageFile(home / "lib" / "modules")
    location = image.find_class("java/lang/Object")
    assert location is not None and location.compressed
    assert image.read(location) == JAVA_BASE["java/lang/Object"]
    other = ImageFile(build_jdk(tmp_path / "other", compressor="lzma9") / "lib" / "modules")
    location = other.find_class("java/lang/Object")
    assert location is not None
    with pytest.raises(ClassFormatError, match="compressed by `lzma9`; zip and compact-cp"):
        other.read(location)


def test_an_image_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = image_bytes({"/m/p/A.class": b"x" * 50, "/m/p/B.class": b"y" * 9}, {"p": "m"})
    for end in range(len(whole)):
        path = write(tmp_path / "modules", whole[:end])
        with pytest.raises(InputError):
            _read_everything(path)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=6),
    st.booleans(),
)
def test_a_damaged_image_gives_classes_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], zipped: bool
) -> None:
    resources = {"/m/p/A.class": b"x" * 50, "/m/p/B.class": b"y" * 9}
    data = bytearray(image_bytes(resources, {"p": "m"}, compressor="zip" if zipped else None))
    for at, value in changes:
        data[at % len(data)] ^= value
    path = write(tmp_path_factory.getbasetemp() / "fuzzed-modules", bytes(data))
    message = str(path)
    try:
        _read_everything(path)
    except InputError as error:
        message = str(error)
    assert message.startswith(str(path))


def _read_everything(path: Path) -> None:
    image = ImageFile(path)
    image.find_class("p/A")
    for location in image.locations():
        image.read(location)


def test_a_jdk_is_found_by_option_and_environment(tmp_path: Path) -> None:
    home = build_jdk(tmp_path / "jdk", release=21)
    found = find_jdk(str(home))
    assert found is not None and (found.release, found.found) == (21, "option")
    found = find_jdk(environment={"JAVA_HOME": str(home)})
    assert found is not None and found.home == home
    (home / "bin").mkdir()
    java = write(home / "bin" / "java", b"")
    java.chmod(0o755)
    links = tmp_path / "links"
    links.mkdir()
    (links / "java").symlink_to(java)
    found = find_jdk(environment={"JAVA_HOME": str(tmp_path), "PATH": str(links)})
    assert found is not None and (found.home, found.found) == (home, "`java` on the PATH")
    with pytest.raises(InputError, match="no JDK here"):
        find_jdk(str(tmp_path))


def test_a_jdk_may_have_modules_or_a_jar_instead_of_an_image(tmp_path: Path) -> None:
    content = {f"classes/{n}.class": data for n, data in JAVA_BASE.items()}
    (tmp_path / "a" / "jmods").mkdir(parents=True)
    write(tmp_path / "a" / "jmods" / "java.base.jmod", b"JM\x01\x00" + jar_bytes(content))
    (tmp_path / "b" / "jre" / "lib").mkdir(parents=True)
    plain = {f"{n}.class": data for n, data in JAVA_BASE.items()}
    write(tmp_path / "b" / "jre" / "lib" / "rt.jar", jar_bytes(plain))
    for home in ("a", "b"):
        classes = open_class_path(["jdk"], jdk=str(tmp_path / home))
        assert classes.load("java/lang/Object").superclass is None


def test_the_release_of_the_jdk_chooses_among_versions(tmp_path: Path) -> None:
    home = build_jdk(tmp_path / "jdk", release=11)
    entries = {
        "META-INF/MANIFEST.MF": b"Multi-Release: true\n",
        "META-INF/versions/11/A.class": declared("A", (("eleven", "()V"),)),
        "META-INF/versions/17/A.class": declared("A", (("seventeen", "()V"),)),
    }
    jar = write(tmp_path / "a.jar", jar_bytes(entries))
    assert open_class_path([str(jar)], jdk=str(home)).load("A").methods_named("eleven")
    newer = open_class_path([str(jar)], jdk=str(home), release=17)
    assert newer.load("A").methods_named("seventeen")


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        open_class_path([str(tmp_path / "nothing.jar")])
    odd = write(tmp_path / "a.txt", b"")
    with pytest.raises(InputError, match="cannot tell what this is"):
        open_class_path([str(odd)])
