"""Access flags (JVMS 4.1, 4.5, 4.6) as questions."""

from __future__ import annotations

PUBLIC, PRIVATE, PROTECTED = 0x1, 0x2, 0x4
STATIC, FINAL, ABSTRACT = 0x8, 0x10, 0x400


class MemberAccess:
    """The flags of a field or a method."""

    __slots__ = ()
    access: int

    @property
    def is_public(self) -> bool:
        return bool(self.access & PUBLIC)

    @property
    def is_private(self) -> bool:
        return bool(self.access & PRIVATE)

    @property
    def is_protected(self) -> bool:
        return bool(self.access & PROTECTED)

    @property
    def is_static(self) -> bool:
        return bool(self.access & STATIC)

    @property
    def is_final(self) -> bool:
        return bool(self.access & FINAL)

    @property
    def is_abstract(self) -> bool:
        return bool(self.access & ABSTRACT)

    @property
    def is_native(self) -> bool:
        return bool(self.access & 0x100)

    @property
    def is_bridge(self) -> bool:
        """Of methods only: the same bit makes a field volatile."""
        return bool(self.access & 0x40)

    @property
    def is_varargs(self) -> bool:
        """Of methods only: the same bit makes a field transient."""
        return bool(self.access & 0x80)

    @property
    def is_enum_constant(self) -> bool:
        """Of fields only."""
        return bool(self.access & 0x4000)


class ClassAccess:
    """The flags of a class."""

    __slots__ = ()
    access: int

    @property
    def is_public(self) -> bool:
        return bool(self.access & PUBLIC)

    @property
    def is_final(self) -> bool:
        return bool(self.access & FINAL)

    @property
    def is_interface(self) -> bool:
        return bool(self.access & 0x200)

    @property
    def is_abstract(self) -> bool:
        return bool(self.access & ABSTRACT)

    @property
    def is_synthetic(self) -> bool:
        return bool(self.access & 0x1000)

    @property
    def is_enum(self) -> bool:
        return bool(self.access & 0x4000)

    @property
    def is_module(self) -> bool:
        return bool(self.access & 0x8000)
