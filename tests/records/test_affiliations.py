"""Where authors work, from the notations in which services print it."""

from pathlib import Path
from typing import Any

import pytest

from papertrace.records.addresses import country_of, parse_address
from papertrace.records.affiliations import FORMS, read_affiliations
from papertrace.word_lists import read_tables
from tests.word_cases import read_cases
