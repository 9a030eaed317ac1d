"""What every test may use: the report of proven rules, and the order in which tests run."""

import collections
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

RULE_ID = re.compile(r"[A-Z]{2}-[A-Z0-9]+-\d{3}")
REPORT = pytest.StashKey["RuleReport"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-report", metavar="FILE", help="write which rule ids the passed tests prove, as JSON")
    parser.addoption("--nightly", action="store_true", help="run the tests marked `nightly` too")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--rule-report")
    # Under xdist the controller alone sees every test's report.
    if path and not hasattr(config, "workerinput"):
        config.stash[REPORT] = RuleReport(Path(path))
        config.pluginmanager.register(config.stash[REPORT])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for marker in item.iter_markers("rule"):
            item.user_properties += [("rule", checked(rule, item.nodeid)) for rule in marker.args]
    if not config.getoption("--nightly") and "nightly" not in config.getoption("markexpr"):
        long = [item for item in items if item.get_closest_marker("nightly")]
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)
    # Playwright leaves an event loop running in its thread, which those who call asyncio.run would trip over.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def checked(rule: object, where: str) -> str:
    if not isinstance(rule, str) or not RULE_ID.fullmatch(rule):
        raise pytest.UsageError(f"{where}: {rule!r} is no rule id, such as DG-BAT-005")
    return rule


@pytest.fixture
def proves(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Add rule ids to this test while it runs: `proves("DG-BAT-005", "DG-BAT-006")`."""

    def add(*rules: str) -> None:
        request.node.user_properties += [("rule", checked(rule, request.node.nodeid)) for rule in rules]

    return add


class RuleReport:
    """Counts for each rule id the passed tests that carry it; an id of a failed test is left out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.carried: dict[str, set[str]] = collections.defaultdict(set)
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.carried[report.nodeid].update(str(value) for name, value in report.user_properties if name == "rule")
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.passed and report.when == "call":
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        broken = {rule for test in self.failed for rule in self.carried[test]}
        proven = collections.Counter(rule for test in self.passed for rule in self.carried[test] if rule not in broken)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(dict(sorted(proven.items())), indent=1) + "\n", encoding="utf-8")
