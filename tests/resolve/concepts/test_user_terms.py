import pytest
from tests.corpora import build_concepts

from papertrace.extract.concepts import TermFinder, find_candidates, parse_synonyms, parse_terms
from papertrace.model import Concept
from papertrace.model.papers.facts import Form, Terms
from papertrace.resolve.concepts.selection import MAX_CONCEPTS
from papertrace.resolve.concepts.user_terms import ResolvedTerms, resolve_terms


def terms(*, synonyms: str = "", vocabulary: str = "", ignored: str = "") -> Terms:
    return Terms(
        synonyms=parse_synonyms(synonyms.split("\n"), "s.txt"),
        vocabulary=parse_terms(vocabulary.split("\n"), "v.txt"),
        ignored=parse_terms(ignored.split("\n"), "i.txt"),
    )


def concepts(user_terms: Terms, *abstracts: str) -> list[tuple[Concept, ...]]:
    finder = TermFinder(user_terms)
    return build_concepts([find_candidates("", abstract, finder) for abstract in abstracts], terms=user_terms)


def labels(user_terms: Terms, *abstracts: str) -> list[list[str]]:
    return [[concept.label for concept in found] for found in concepts(user_terms, *abstracts)]


def test_synonyms_are_one_concept_under_the_preferred_label() -> None:
    user_terms = terms(synonyms="walrus tracking = tusk watching = WTR")
    texts = ["tusk watching, tusk watching", "a WTR and WTR", "walrus tracking, walrus tracking"]
    found = concepts(user_terms, *texts)
    assert {concept.label for (concept,) in found} == {"walrus tracking"}
    assert len({concept.key for (concept,) in found}) == 1
    assert [concept.surfaces for (concept,) in found] == [("tusk watching",), ("WTR",), ("walrus tracking",)]


def test_synonyms_reach_the_long_form_of_an_acronym() -> None:
    user_terms = terms(synonyms="expert mixing = MoE")
    texts = ["A mixture of experts (MoE) is; a mixture of experts.", "We do expert mixing; expert mixing."]
    one, other = labels(user_terms, *texts)
    assert one == other == ["expert mixing"]


@pytest.mark.parametrize("term", ["method", "learning to rank", "the", "Frontier", "large language model"], ids=str)
def test_a_term_of_the_vocabulary_is_a_concept_wherever_it_occurs_and_comes_first(term: str) -> None:
    text = f"With {term} we have a KV cache. KV cache, KV cache."
    assert labels(terms(vocabulary=term), text, "the KV cache on a frontier")[0][0] == term


def test_a_vocabulary_is_not_cut_off_at_the_limit() -> None:
    words = [f"walrus{number}x" for number in range(MAX_CONCEPTS + 2)]
    (found,) = labels(terms(vocabulary="\n".join(words)), f"{' and '.join(words)} and a KV cache, KV cache.")
    assert sorted(found) == sorted(words)


def test_a_part_on_the_vocabulary_is_listed_beside_its_whole() -> None:
    user_terms = terms(vocabulary="cache")
    assert labels(user_terms, *["Our KV cache; KV cache."] * 2) == [["cache", "KV cache"]] * 2


@pytest.mark.parametrize("term", ["KV cache", "KV-caches", "key-value cache"], ids=["as printed", "other", "long form"])
def test_an_ignored_term_is_never_a_concept(term: str) -> None:
    texts = ["The key-value (KV) cache; our KV cache, KV caches, block sparsity; block sparsity."] * 2
    assert any("cache" in label for label in labels(terms(), *texts)[0])
    (found, again) = labels(terms(ignored=term), *texts)
    assert found == again
    assert "block sparsity" in found
    assert not any("cache" in label for label in found)


def test_an_ignored_name_is_so_in_lower_case_too() -> None:
    texts = ["We use Mamba and Mamba."] * 2
    assert labels(terms(), *texts) == [["Mamba"]] * 2
    assert labels(terms(ignored="mamba"), *texts) == [[]] * 2


def test_ignoring_one_synonym_ignores_them_all() -> None:
    user_terms = terms(synonyms="herd tracking = tusk watching", ignored="tusk watching")
    assert labels(user_terms, *["herd tracking; herd tracking"] * 2) == [[]] * 2


LONGS = {"WTR": "walrus tracking"}


def test_no_terms_of_a_user_still_map_spellings_that_are_merged() -> None:
    assert resolve_terms(Terms(), LONGS) == ResolvedTerms()
    assert resolve_terms(Terms(), LONGS, {"tuskkit": "TuskKit"}) == ResolvedTerms(canonical={"tuskkit": "TuskKit"})


def test_every_form_of_a_group_has_the_identity_of_the_first() -> None:
    found = resolve_terms(terms(synonyms="walrus tracking = tusk watching = Mamba"), LONGS)

    assert found.preferred == {"walrustrack": Form("walrus tracking", "walrus tracking")}
    assert {found.canonical[one] for one in ("walrustrack", "tuskwatch", "Mamba")} == {"walrustrack"}
    assert (found.wanted, found.ignored, found.ignored_labels) == (frozenset(), frozenset(), frozenset())


def test_an_acronym_stands_for_its_long_form() -> None:
    found = resolve_terms(terms(vocabulary="WTR", ignored="WTR"), LONGS)

    assert found.wanted == {"walrustrack"}
    assert found.preferred == {"walrustrack": Form("WTR", "WTR")}
    assert "walrustrack" in found.ignored
    assert found.ignored_labels == {"wtr"}


def test_groups_that_begin_with_one_term_in_two_forms_are_one_under_the_first() -> None:
    found = resolve_terms(
        terms(synonyms="walrus tracking = ice watch\nWTR = snow watch", vocabulary="snow watch"), LONGS
    )

    assert {found.canonical[one] for one in ("walrustrack", "icewatch", "snowwatch")} == {"walrustrack"}
    assert found.preferred["walrustrack"] == Form("walrus tracking", "walrus tracking")
    assert found.wanted == {"walrustrack"}


def test_a_word_in_lower_case_is_also_the_capitalised_name_and_a_name_is_no_word() -> None:
    word = resolve_terms(terms(ignored="mambas"), {})
    name = resolve_terms(terms(ignored="MAMBA"), {})

    assert {"mamba", "mambas", "Mamba", "Mambas"} <= word.ignored
    assert "Mamba" not in name.ignored
    assert not name.is_ignored("Mamba", [])
    assert name.is_ignored("x", ["MAMBAs"])
    assert not name.is_ignored("x", ["tusk"])


def test_a_synonym_of_a_spelling_applies_to_all_that_are_merged_with_it() -> None:
    merged = {"tuskkit": "TuskKit", "icekit": "IceKit"}

    found = resolve_terms(terms(synonyms="walrus kit = TuskKit", ignored="IceKit"), {}, merged)

    assert found.canonical["tuskkit"] == found.canonical["TuskKit"] == "walruskit"
    assert found.canonical["icekit"] == "IceKit"
    assert {"icekit", "IceKit"} <= found.ignored
