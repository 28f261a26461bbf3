"""`io.BytesIO`, and the objects of `hashlib`, which take bytes as well."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def bytes_in_memory(initial_bytes=b""):
    if initial_bytes is not None and not isinstance(initial_bytes, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type(initial_bytes).__name__}'")
    opened = __object__("BytesIO", "buffer")
    state = __state__(opened)
    state["data"] = b"" if initial_bytes is None else initial_bytes
    state["closed"] = False
    state["position"] = 0
    return opened


def checked_buffer(buffer):
    state = __state__(buffer)
    if state["closed"]:
        raise ValueError("I/O operation on closed file.")
    return state


def checked_size(size):
    if size is None:
        return -1
    if not isinstance(size, int):
        if hasattr(size, "__index__"):
            __unsupported__("an integer that an __index__ of the program computes, here")
        name = type(size).__name__
        raise TypeError(f"argument should be integer or None, not '{name}'")
    if not __fits__(size):
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    return size


def buffer_getvalue(buffer):
    return checked_buffer(buffer)["data"]


def buffer_read(buffer, size=-1):
    state = checked_buffer(buffer)
    size = checked_size(size)
    start = state["position"]
    data = state["data"][start:]
    if size >= 0:
        data = data[:size]
    state["position"] = start + len(data)
    return data


def buffer_read1(buffer, size=-1):
    return buffer_read(buffer, size)


def buffer_readline(buffer, size=-1):
    state = checked_buffer(buffer)
    size = checked_size(size)
    start = state["position"]
    data = state["data"]
    at = data.find(b"\n", start)
    line = data[start:] if at < 0 else data[start : at + 1]
    if size >= 0:
        line = line[:size]
    state["position"] = start + len(line)
    return line


def buffer_iter(buffer):
    checked_buffer(buffer)
    while True:
        line = buffer_readline(buffer)
        if not line:
            return
        yield line


def buffer_readlines(buffer, hint=-1):
    if hint is not None and hint > 0:
        __unsupported__("readlines() with a hint")
    return list(buffer_iter(buffer))


def buffer_write(buffer, data):
    state = checked_buffer(buffer)
    if not isinstance(data, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    at = state["position"]
    before = state["data"]
    if not data:
        return 0
    if len(before) < at:
        before = before + b"\0" * (at - len(before))
    state["data"] = before[:at] + data + before[at + len(data) :]
    state["position"] = at + len(data)
    return len(data)


def buffer_writelines(buffer, lines):
    checked_buffer(buffer)
    for line in lines:
        buffer_write(buffer, line)


def buffer_seek(buffer, pos, whence=0):
    state = checked_buffer(buffer)
    if not isinstance(pos, int) and not hasattr(pos, "__index__"):
        raise TypeError(f"'{type(pos).__name__}' object cannot be interpreted as an integer")
    if not isinstance(pos, int) or not isinstance(whence, int):
        __unsupported__("seek() to what is no integer")
    if not __fits__(pos):
        raise OverflowError("Python int too large to convert to C ssize_t")
    if whence == 0 and pos < 0:
        raise ValueError(f"negative seek value {pos}")
    if whence == 1:
        pos = pos + state["position"]
    elif whence == 2:
        pos = pos + len(state["data"])
    elif whence != 0:
        raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
    state["position"] = max(pos, 0)
    return state["position"]


def buffer_tell(buffer):
    return checked_buffer(buffer)["position"]


def buffer_truncate(buffer, size=None):
    state = checked_buffer(buffer)
    size = state["position"] if size is None else checked_size(size)
    if size < 0:
        raise ValueError(f"negative size value {size}")
    state["data"] = state["data"][:size]
    return size


def buffer_flush(buffer):
    checked_buffer(buffer)


def buffer_close(buffer):
    __state__(buffer)["closed"] = True


def buffer_readable(buffer):
    checked_buffer(buffer)
    return True


def buffer_writable(buffer):
    checked_buffer(buffer)
    return True


def buffer_seekable(buffer):
    checked_buffer(buffer)
    return True


def buffer_enter(buffer):
    checked_buffer(buffer)
    return buffer


def buffer_exit(buffer, kind, error, trace):
    __state__(buffer)["closed"] = True
    return False


def new_digest(name, data=b"", usedforsecurity=True):
    found = __object__("HASH", "digest")
    state = __state__(found)
    state["name"] = name
    state["data"] = b""
    digest_update(found, data)
    return found


def digest_update(digest, data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    if not isinstance(data, bytes):
        raise TypeError("object supporting the buffer API required")
    state = __state__(digest)
    state["data"] = state["data"] + data


def digest_hexdigest(digest):
    state = __state__(digest)
    return __hexdigest__(state["name"], state["data"])


def digest_digest(digest):
    return bytes.fromhex(digest_hexdigest(digest))


def digest_copy(digest):
    state = __state__(digest)
    return new_digest(state["name"], state["data"])


def new_md5(string=b"", *, usedforsecurity=True):
    return new_digest("md5", string)


def new_sha1(string=b"", *, usedforsecurity=True):
    return new_digest("sha1", string)


def new_sha224(string=b"", *, usedforsecurity=True):
    return new_digest("sha224", string)


def new_sha256(string=b"", *, usedforsecurity=True):
    return new_digest("sha256", string)


def new_sha384(string=b"", *, usedforsecurity=True):
    return new_digest("sha384", string)


def new_sha512(string=b"", *, usedforsecurity=True):
    return new_digest("sha512", string)


def name_suffix(name):
    at = name.rfind(".")
    return name[at:] if 0 < at < len(name) - 1 else ""


def name_stem(name):
    at = name.rfind(".")
    return name[:at] if 0 < at < len(name) - 1 else name
