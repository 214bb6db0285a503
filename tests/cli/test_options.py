"""The table of options: what a row says is right for the settings, the names and the files that it speaks of."""

import argparse
from dataclasses import fields

import pytest

from papertrace.cli.commands import COMMANDS, load_command
from papertrace.cli.options import SETTING, Option, read_given


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_sets_a_field_of_the_settings_of_its_group(command: str) -> None:
    for group in load_command(command).groups:
        setting = {one.sets for one in group.options if one.sets}
        known = {one.name for one in fields(group.load_settings())} if group.settings else set()  # type: ignore[arg-type]

        assert setting <= known, group.title


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_a_command_have_different_names_and_keep_different_values(command: str) -> None:
    options = [one for group in load_command(command).groups for one in group.options if "help" not in one.name]

    assert len({one.key for one in options}) == len({one.dest for one in options}) == len(options)


def test_what_is_not_given_leaves_the_settings_as_they_are() -> None:
    row = load_command("build")
    graph = next(group for group in row.groups if group.title == "graph")
    parser = argparse.ArgumentParser(add_help=False)
    row.fill(parser)

    given = read_given(parser.parse_args(["--alpha", "0.5", "--abstracts"]), graph)
    defaults = graph.load_settings()

    assert {name: value for name, value in given.items() if value != getattr(defaults, name)} == {
        "alpha": 0.5,
        "with_abstracts": True,
    }


def test_a_value_is_scaled_to_the_unit_of_its_field() -> None:
    row = load_command("enrich")
    services = next(group for group in row.groups if group.title == "services")
    parser = argparse.ArgumentParser(add_help=False)
    row.fill(parser)

    assert read_given(parser.parse_args(["a.bib", "--max-age", "2"]), services)["max_age_s"] == 2 * 24 * 3600.0


def test_the_default_of_a_setting_is_that_of_the_field_and_not_said_again() -> None:
    for option in (one for group in load_command("build").groups for one in group.options):
        assert isinstance(option, Option)
        assert option.default is not SETTING or option.sets
