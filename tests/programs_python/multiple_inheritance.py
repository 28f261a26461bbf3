"""The method resolution order with super in a diamond."""


class Base:
    def __init__(self, n: int) -> None:
        self.n = n

    def steps(self) -> list[str]:
        return ["base"]


class Left(Base):
    def steps(self) -> list[str]:
        return ["left", *super().steps()]


class Right(Base):
    def steps(self) -> list[str]:
        return ["right", *super().steps()]


class Both(Left, Right):
    def steps(self) -> list[str]:
        if self.n > 0:
            return ["both", *super().steps()]
        return Right.steps(self)


def target(thing: Base) -> int:
    steps = thing.steps()
    if "left" in steps:
        return len(steps)
    if steps[0] == "right":
        return -len(steps)
    return 0
