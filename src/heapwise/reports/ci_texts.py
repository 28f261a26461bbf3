"""Findings for continuous integration: annotations of GitHub, and JUnit's XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from heapwise.reports.check_document import CheckDocument, path_of, witness_lines
from heapwise.reports.checks import function_lines
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport
from heapwise.results.rules import not_needed, rule


def github_text(document: CheckDocument) -> str:
    """Workflow commands: one line for each finding, which GitHub shows beside the code."""
    return "".join(f"{line}\n" for line in _commands(document))


def _commands(document: CheckDocument) -> Iterator[str]:
    for report in document.reports:
        for finding in report.findings:
            at = finding.at or report.at
            known = rule(finding.rule)
            title = f"{finding.rule} {'' if known is None else known.name} in {report.name}"
            text = "\n".join([finding.message, "", *witness_lines(finding, report)])
            level = "error" if finding.counts else "warning"
            yield _command(level, at.file, at.line or 1, title, text, at.column)
        if report.verdict is Verdict.FAILED:
            text = "\n".join(function_lines(report))
            yield _command("warning", report.at.file, report.line, "Heapwise failed", text)
    for file, line, name in document.unneeded:
        yield _command("notice", file, line, "HW901", not_needed(name))
    for target, why in document.not_loaded.items():
        yield f"::warning title=not checked::{_data(f'{target}: {why}')}"


def _command(
    level: str, file: str, line: int, title: str, text: str, column: int | None = None
) -> str:
    properties = {"file": path_of(file), "line": str(line)}
    if column:
        properties["col"] = str(column)
    properties["title"] = title
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit_text(document: CheckDocument) -> str:
    """A suite for each file, a case for each function. What is open is told as skipped."""
    suites = ET.Element("testsuites", name="heapwise")
    by_file: dict[str, list[FunctionReport]] = {}
    for report in document.reports:
        by_file.setdefault(report.at.file, []).append(report)
    totals = [0, 0, 0]
    for file, reports in by_file.items():
        name = _printable(path_of(file))
        suite = ET.SubElement(suites, "testsuite", name=name)
        numbers = [len(reports), 0, 0]
        for report in reports:
            case = ET.SubElement(
                suite,
                "testcase",
                classname=name,
                name=_printable(report.name),
                file=name,
                line=str(report.line),
                time=f"{report.seconds:.3f}",
            )
            text = _printable("\n".join(function_lines(report)))
            if report.verdict in (Verdict.VIOLATED, Verdict.NOT_REPRODUCED):
                numbers[1] += 1
                for finding in report.findings:
                    message = _printable(finding.message)
                    failure = ET.SubElement(case, "failure", type=finding.rule, message=message)
                    failure.text = _printable("\n".join(witness_lines(finding, report)))
            elif not report.verdict.is_good:
                numbers[2] += 1
                ET.SubElement(case, "skipped", message=report.verdict.value)
            ET.SubElement(case, "system-out").text = text
        _count(suite, numbers, sum(report.seconds for report in reports))
        totals = [mine + more for mine, more in zip(totals, numbers, strict=True)]
    if document.not_loaded:
        suite = ET.SubElement(suites, "testsuite", name="not loaded")
        for target, why in document.not_loaded.items():
            case = ET.SubElement(suite, "testcase", classname="not loaded", name=_printable(target))
            ET.SubElement(case, "error", message=_printable(why))
        suite.set("tests", str(len(document.not_loaded)))
        suite.set("errors", str(len(document.not_loaded)))
    _count(suites, totals, sum(report.seconds for report in document.reports))
    ET.indent(suites)
    return f"<?xml version='1.0' encoding='utf-8'?>\n{ET.tostring(suites, encoding='unicode')}\n"


def _count(element: ET.Element, numbers: list[int], seconds: float) -> None:
    for name, number in zip(("tests", "failures", "skipped"), numbers, strict=True):
        element.set(name, str(number))
    element.set("time", f"{seconds:.3f}")


def _printable(text: str) -> str:
    """XML has no room for some characters, not even escaped."""
    return (
        "".join(
            each if each in "\t\n\r" or " " <= each <= "\ud7ff" or each >= "\ue000" else "\ufffd"
            for each in text
        )
        .replace("\ufffe", "\ufffd")
        .replace("\uffff", "\ufffd")
    )
