"""The report of proven rules, on suites made up for it."""

import json
from pathlib import Path

import pytest

CONFTEST = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")

SUITE = """
    import pytest

    @pytest.mark.rule("DG-BAT-001", "DG-BAT-002")
    def test_two_ids(): pass

    @pytest.mark.rule("DG-BAT-001")
    @pytest.mark.parametrize("n", [1, 2])
    def test_one_id_twice(n): pass

    @pytest.mark.rule("DG-BAT-002")
    def test_breaks(): assert False

    @pytest.mark.rule("DG-BAT-003")
    def test_is_skipped(): pytest.skip("no")

    def test_says_it_later(proves): proves("DG-CRD-004")

    def test_says_it_and_breaks(proves):
        proves("DG-CRD-005")
        assert False

    def test_by_hand(request): request.node.user_properties.append(("rule", "DG-CRD-006"))

    @pytest.fixture
    def broken_at_the_end():
        yield
        raise RuntimeError

    @pytest.mark.rule("DG-CRD-007")
    def test_with_bad_end(broken_at_the_end): pass

    @pytest.fixture
    def broken_at_the_start():
        raise RuntimeError

    @pytest.mark.rule("DG-CRD-008")
    def test_with_bad_start(broken_at_the_start): pass

    @pytest.mark.rule("DG-CRD-008")
    def test_with_the_same_id(): pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    pytester.makeini(
        "[pytest]\naddopts = --strict-markers\nmarkers =\n    rule(*ids): ids\n    browser: b\n    nightly: n\n"
    )
    return pytester


@pytest.mark.parametrize("spread", [["-p", "no:xdist"], ["-n", "2"]], ids=["one process", "two workers"])
def test_counts_passed_tests_and_leaves_out_broken_ids(suite: pytest.Pytester, spread: list[str]) -> None:
    suite.makepyfile(SUITE)
    result = suite.runpytest_subprocess(*spread, "--rule-report", "out/rules.json")
    result.assert_outcomes(passed=7, failed=2, skipped=1, errors=2)
    report = json.loads((suite.path / "out" / "rules.json").read_text())
    assert report == {"DG-BAT-001": 3, "DG-CRD-004": 1, "DG-CRD-006": 1}


def test_no_file_without_the_option(suite: pytest.Pytester) -> None:
    suite.makepyfile(SUITE)
    suite.runpytest_inprocess("-p", "no:xdist")
    assert not list(suite.path.rglob("*.json"))


def test_refuses_what_is_no_rule_id(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n@pytest.mark.rule('DG-BAT-5')\ndef test_a(): pass")
    result = suite.runpytest_inprocess("-p", "no:xdist")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*'DG-BAT-5' is no rule id*"])


@pytest.mark.parametrize(
    ("options", "outcomes"),
    [
        ([], {"passed": 1, "deselected": 1}),
        (["--nightly"], {"passed": 2}),
        (["-m", "nightly"], {"passed": 1, "deselected": 1}),
    ],
)
def test_nightly_tests_wait_to_be_asked_for(
    suite: pytest.Pytester, options: list[str], outcomes: dict[str, int]
) -> None:
    suite.makepyfile("import pytest\n@pytest.mark.nightly\ndef test_long(): pass\ndef test_short(): pass")
    suite.runpytest_inprocess("-p", "no:xdist", *options).assert_outcomes(**outcomes)


def test_browser_tests_come_last(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n@pytest.mark.browser\ndef test_seen(): pass\ndef test_thought(): pass")
    result = suite.runpytest_inprocess("-p", "no:xdist", "-v")
    result.stdout.fnmatch_lines(["*test_thought*", "*test_seen*"])
