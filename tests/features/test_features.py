"""Document 002 as scenarios in Chinese, the language of its author."""

from pytest_bdd import scenarios

scenarios(".")
