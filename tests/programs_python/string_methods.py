"""Methods and operators of strings, iteration over characters, f-strings."""


def target(text: str, other: str) -> str:
    if not text:
        return other.upper()
    if text.startswith(other):
        return text[len(other) :] + "!"
    if "b" in text and text.find("b") > 0:
        return f"{text!r}:{len(text):>2}"
    for letter in other:
        if letter == text[0]:
            return text.replace(letter, "-")
    return "+".join([text, other]) if text < other else text * 2
