"""Tests of `make mission`: it counts exactly the statements that tests check."""

from collections import Counter

import pytest

from tests.mission import Census, statements

# The tested hooks, in a project of their own.
CONFTEST = "from tests.conftest import pytest_bdd_apply_tag, pytest_runtest_setup"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers = statement\naddopts = --strict-markers")
    return pytester


def census_of(project: pytest.Pytester) -> set[str]:
    census = Census()
    project.inline_run("--collect-only", plugins=[census])
    return census.carried


def test_every_statement_of_the_five_documents_is_listed_once() -> None:
    by_document = Counter(name[:4] for name in statements())
    assert by_document == {"S000": 75, "S001": 58, "S002": 54, "S003": 38, "S004": 30}
    assert len(set(statements())) == 255


def test_a_mark_shows_its_statements(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import pytest
        @pytest.mark.statement("S000-20", "S001-20")
        def test_roles(): pass
    """)
    assert census_of(project) == {"S000-20", "S001-20"}
    assert project.runpytest().ret == 0


def test_a_skipped_or_failing_test_shows_nothing(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import pytest
        @pytest.mark.skip
        @pytest.mark.statement("S000-01")
        def test_a(): pass
        @pytest.mark.xfail
        @pytest.mark.statement("S000-02")
        def test_b(): assert False
        @pytest.mark.skipif(True, reason="why")
        @pytest.mark.statement("S000-03")
        def test_c(): pass
        @pytest.mark.skipif(False, reason="why")
        @pytest.mark.statement("S000-04")
        def test_d(): pass
    """)
    assert census_of(project) == {"S000-04"}


def test_an_unknown_statement_is_red(project: pytest.Pytester) -> None:
    project.makepyfile("""
        import pytest
        @pytest.mark.statement("S000-99")
        def test_nothing(): pass
    """)
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines("*no such statement in docs/mission.md: S000-99*")


def test_a_scenario_shows_the_statements_it_is_tagged_with(project: pytest.Pytester) -> None:
    project.makefile(
        ".feature",
        deck="""
        # language: zh-CN
        功能: 牌
          @S002-01
          场景: 一副牌
            假如 有一副牌
          @S002-99
          场景: 没有这一条
            假如 有一副牌
        """,
    )
    project.makepyfile("""
        from pytest_bdd import given, scenarios
        scenarios("deck.feature")
        @given("有一副牌")
        def deck(): pass
    """)
    assert census_of(project) == {"S002-01", "S002-99"}
    project.runpytest().assert_outcomes(passed=1, errors=1)
