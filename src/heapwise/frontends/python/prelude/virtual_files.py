"""Files, written in Python: what there is, and what it contains, is an input.

An entry is a list of a kind and a text. The real disk is never touched; what is written is seen by
whoever reads it later on the path.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import io
import shutil


def file_entry(path):
    """Its kind is 0 for text, 1 if there is nothing, 2 for a directory, 3 for a file that may not
    be opened, 4 for one that is not in UTF-8."""
    files = __world__("files")
    if path not in files:
        text = __text__()
        __without__(text, "\r")
        kind = __below__(5)
        files[path] = [kind, text]
        __world__("files at first")[path] = kind
        __fact__("file", path, (kind, text))
        parent = __parent__(path)
        if parent is not None:
            file_entry(parent)
            __only_in_directory__(kind, __world__("files at first")[parent])
    return files[path]


def file_missing(path, name):
    parent = __parent__(path)
    if parent is not None:
        kind = file_entry(parent)[0]
        if kind != 1 and kind != 2:
            __refuse__(NotADirectoryError(20, "Not a directory"), name)
    __refuse__(FileNotFoundError(2, "No such file or directory"), name)


def file_needs_parent(path, name):
    """What is written must have a place."""
    parent = __parent__(path)
    if parent is not None and file_entry(parent)[0] != 2:
        file_missing(path, name)


def open_file(
    file,
    mode="r",
    buffering=-1,
    encoding=None,
    errors=None,
    newline=None,
    closefd=True,
    opener=None,
):
    path = __path__(file)
    if newline not in (None, "", "\n") or opener is not None:
        __unsupported__("open() with newline or opener")
    how = mode.replace("t", "")
    binary = "b" in how
    how = how.replace("b", "")
    if binary and encoding is not None:
        raise ValueError("binary mode doesn't take an encoding argument")
    if how.replace("+", "") not in ("r", "w", "a", "x"):
        raise ValueError(f"invalid mode: {mode!r}")
    __encoding__(encoding)
    entry = file_entry(path)
    if "x" in how and entry[0] != 1:
        __refuse__(FileExistsError(17, "File exists"), file)
    if entry[0] == 2:
        __refuse__(IsADirectoryError(21, "Is a directory"), file)
    if entry[0] == 3:
        __refuse__(PermissionError(13, "Permission denied"), file)
    if entry[0] == 1:
        if "r" in how:
            file_missing(path, file)
        file_needs_parent(path, file)
        entry[0] = 0
        entry[1] = ""
    if "w" in how:
        entry[0] = 0
        entry[1] = ""
    if errors is not None and errors != "strict" and entry[0] == 4:
        __unsupported__("open() with errors, of a file that is not in UTF-8")
    opened = __object__("BufferedReader" if binary else "TextIOWrapper", "file")
    state = __state__(opened)
    state["entry"] = entry
    state["name"] = file
    state["mode"] = mode
    state["closed"] = False
    state["binary"] = binary
    state["how"] = how
    state["ended"] = False
    state["position"] = len(entry[1]) if "a" in how else 0
    return opened


def text_in_memory(initial_value="", newline="\n"):
    """`io.StringIO`: a file that is in no folder."""
    if newline not in ("\n", ""):
        __unsupported__("io.StringIO() with such a newline")
    if initial_value is not None and not isinstance(initial_value, str):
        raise TypeError("initial_value must be str or None")
    opened = __object__("StringIO", "file")
    state = __state__(opened)
    state["entry"] = [0, "" if initial_value is None else initial_value]
    state["closed"] = False
    state["binary"] = False
    state["how"] = "w+"
    state["ended"] = False
    state["position"] = 0
    state["universal"] = newline == ""
    return opened


def file_getvalue(file):
    return file_checked(file)["entry"][1]


def file_checked(file):
    state = __state__(file)
    if state["closed"]:
        raise ValueError("I/O operation on closed file.")
    return state


def file_contents(file):
    state = file_checked(file)
    how = state["how"]
    if "r" not in how and "+" not in how:
        raise io.UnsupportedOperation("read" if state["binary"] else "not readable")
    entry = state["entry"]
    if entry[0] == 4:
        if state["binary"]:
            __unsupported__("bytes of a file that is not in UTF-8")
        __refuse__(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"))
    return entry[1]


def file_data(state, text):
    return text.encode() if state["binary"] else text


def file_read(file, size=-1):
    text = file_contents(file)
    state = __state__(file)
    start = state["position"]
    end = len(text) if size is None or size < 0 else min(len(text), start + size)
    state["position"] = end
    return file_data(state, text[start:end])


def file_readline(file, size=-1):
    if size is not None and size >= 0:
        __unsupported__("readline() with a size")
    text = file_contents(file)
    state = __state__(file)
    start = state["position"]
    if state["ended"]:
        return file_data(state, "")
    if "universal" in state and state["universal"] and "\r" in text:
        __cut__("lines that end with a carriage return")
    at = text.find("\n", start)
    if at < 0:
        end = len(text)
        state["ended"] = True
    else:
        end = __place__(at) + 1
    state["position"] = end
    return file_data(state, text[start:end])


def file_iter(file):
    file_contents(file)
    while True:
        line = file_readline(file)
        if not line:
            return
        yield line


def file_readlines(file, hint=-1):
    return list(file_iter(file))


def file_write(file, text):
    state = file_checked(file)
    if state["binary"]:
        if not isinstance(text, bytes):
            raise TypeError(f"a bytes-like object is required, not '{type(text).__name__}'")
        text = text.decode()
    elif not isinstance(text, str):
        raise TypeError(f"write() argument must be str, not {type(text).__name__}")
    if state["how"] == "r":
        raise io.UnsupportedOperation("write" if state["binary"] else "not writable")
    entry = state["entry"]
    if entry[0] == 4 and "a" in state["how"]:
        return len(text)  # nobody can read what is in it
    if entry[0] == 4:
        __unsupported__("writing to a file that is not in UTF-8")
    at = len(entry[1]) if "a" in state["how"] else state["position"]
    if at == len(entry[1]):
        entry[1] = entry[1] + text
    else:
        entry[1] = entry[1][:at] + text + entry[1][at + len(text) :]
    state["position"] = at + len(text)
    state["ended"] = False
    return len(text)


def file_writelines(file, lines):
    for line in lines:
        file_write(file, line)


def file_seek(file, offset, whence=0):
    state = file_checked(file)
    if whence == 2 and offset == 0:
        offset = len(state["entry"][1])
    elif whence != 0:
        __unsupported__("seek() from here or from the end")
    state["position"] = offset
    state["ended"] = False
    return offset


def file_tell(file):
    return file_checked(file)["position"]


def file_flush(file):
    file_checked(file)


def file_close(file):
    __state__(file)["closed"] = True


def file_readable(file):
    how = file_checked(file)["how"]
    return "r" in how or "+" in how


def file_writable(file):
    return file_checked(file)["how"] != "r"


def file_enter(file):
    file_checked(file)
    return file


def file_exit(file, kind, error, trace):
    __state__(file)["closed"] = True
    return False


# -- os and os.path


def file_exists(path):
    return file_entry(__path__(path))[0] != 1


def file_is_file(path):
    kind = file_entry(__path__(path))[0]
    return kind != 1 and kind != 2


def file_is_directory(path):
    return file_entry(__path__(path))[0] == 2


def remove_file(path, *, dir_fd=None):
    where = __path__(path)
    entry = file_entry(where)
    if entry[0] == 1:
        file_missing(where, path)
    if entry[0] == 2:
        __refuse__(IsADirectoryError(21, "Is a directory"), path)
    entry[0] = 1


def make_directory(path, mode=511, *, dir_fd=None):
    where = __path__(path)
    entry = file_entry(where)
    if entry[0] != 1:
        __refuse__(FileExistsError(17, "File exists"), path)
    file_needs_parent(where, path)
    entry[0] = 2


def make_directories(name, mode=511, exist_ok=False):
    where = __path__(name)
    parent = __parent__(where)
    if parent is not None and file_entry(parent)[0] == 1:
        make_directories(parent, mode, True)
    entry = file_entry(where)
    if entry[0] == 2 and exist_ok:
        return
    if entry[0] != 1:
        __refuse__(FileExistsError(17, "File exists"), name)
    file_needs_parent(where, name)
    entry[0] = 2


def rename_file(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    """`os.rename` and `os.replace`, which are one here."""
    one, other = __path__(src), __path__(dst)
    entry, there = file_entry(one), file_entry(other)
    if entry[0] == 1:
        file_missing(one, src)
    if entry[0] == 2 or there[0] == 3 or entry[0] == 3:
        __unsupported__("renaming a directory, or a file that may not be opened")
    if there[0] == 2:
        __refuse__(IsADirectoryError(21, "Is a directory"), src)
    if there[0] == 1:
        file_needs_parent(other, src)
    if one != other:
        files = __world__("files")
        files[other] = entry
        files[one] = [1, ""]


def file_size(filename):
    path = __path__(filename)
    entry = file_entry(path)
    if entry[0] == 1:
        file_missing(path, filename)
    if entry[0] != 0:
        __cut__("sizes of directories and of files that are no text")
    return len(entry[1].encode())


def change_mode(path, mode, *, dir_fd=None, follow_symlinks=True):
    """Whoever runs the program may do what the modes of files say or not: nobody asks for them."""
    where = __path__(path)
    if file_entry(where)[0] == 1:
        file_missing(where, path)
    __approximate__("modes of files, which change nothing")


def copy_contents(src, dst, *, follow_symlinks=True):
    """`shutil.copyfile`."""
    one, other = __path__(src), __path__(dst)
    if one == other and file_entry(one)[0] != 1:
        raise shutil.SameFileError(f"{src!r} and {dst!r} are the same file")
    kind, text = file_entry(one)[0], file_entry(one)[1]
    if kind == 2:
        __refuse__(IsADirectoryError(21, "Is a directory"), src)
    if kind == 3:
        __refuse__(PermissionError(13, "Permission denied"), src)
    if kind == 1:
        file_missing(one, src)
    target = open_file(dst, "w")
    entry = __state__(target)["entry"]
    entry[0] = kind
    entry[1] = text
    return dst


def copy_file(src, dst, *, follow_symlinks=True):
    """`shutil.copy` and `copy2`: what they say of times and modes nobody sees."""
    if file_is_directory(dst):
        __unsupported__("shutil.copy() into a directory")
    return copy_contents(src, dst)


# -- pathlib


def path_str(path):
    return __state__(path)["text"]


def path_fspath(path):
    return __state__(path)["text"]


def path_as_posix(path):
    return __state__(path)["text"]


def path_truediv(path, other):
    return __join__(path, other)


def path_joinpath(path, *others):
    for other in others:
        path = __join__(path, other)
    return path


def path_exists(path):
    return file_exists(path)


def path_is_file(path):
    return file_is_file(path)


def path_is_dir(path):
    return file_is_directory(path)


def path_open(path, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
    return open_file(path, mode, buffering, encoding, errors, newline)


def path_read_text(path, encoding=None, errors=None):
    return file_read(open_file(path, "r", -1, encoding, errors))


def path_read_bytes(path):
    return file_read(open_file(path, "rb"))


def path_write_text(path, data, encoding=None, errors=None, newline=None):
    if not isinstance(data, str):
        raise TypeError(f"data must be str, not {type(data).__name__}")
    return file_write(open_file(path, "w", -1, encoding, errors, newline), data)


def path_write_bytes(path, data):
    return file_write(open_file(path, "wb"), data)


def path_mkdir(path, mode=511, parents=False, exist_ok=False):
    entry = file_entry(__path__(path))
    if exist_ok and entry[0] == 2:
        return
    if parents:
        make_directories(path, mode, exist_ok)
    else:
        make_directory(path, mode)


def path_unlink(path, missing_ok=False):
    if missing_ok and file_entry(__path__(path))[0] == 1:
        return
    remove_file(path)


def path_touch(path, mode=438, exist_ok=True):
    where = __path__(path)
    entry = file_entry(where)
    if entry[0] == 1:
        file_needs_parent(where, path)
        entry[0] = 0
        entry[1] = ""
    elif not exist_ok:
        __refuse__(FileExistsError(17, "File exists"), path)
