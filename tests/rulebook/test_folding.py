"""However it is typed, the same word is the same: the four scripts."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.rulebook.folding import fold, latin_words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CHỦ TỊCH", "chu tich"),
        ("ĐẠI BÀNG", "dai bang"),
        ("Đảng Người", "dang nguoi"),
        (unicodedata.normalize("NFD", "Khủng hoảng"), "khung hoang"),
        ("Café", "cafe"),
        ("ＧＭ", "gm"),
        ("STRASSE", "straße"),
    ],
)
def test_latin_letters_lose_case_width_and_accents(typed: str, meant: str) -> None:
    assert fold(typed) == fold(meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("けいびいん", "ケイビイン"),
        ("ｽﾊﾟｲ", "スパイ"),
        ("げーむますたー", "ゲームマスター"),
        ("か\u3099い", "ガイ"),
        ("６人", "6人"),
    ],
)
def test_kana_of_every_kind_are_one(typed: str, meant: str) -> None:
    assert fold(typed) == fold(meant)


def test_voiced_kana_stay_voiced() -> None:
    assert fold("がいこう") != fold("かいこう")


@pytest.mark.parametrize(
    "typed", ["น้ำ", "น้\u0e4d\u0e32", "น\u0e4d\u0e49\u0e32", unicodedata.normalize("NFKC", "น้ำ"), "น้ำ\u200b"]
)
def test_every_way_of_typing_sara_am_is_one(typed: str) -> None:
    assert fold(typed) == "น้ำ"


def test_thai_tone_marks_stay() -> None:
    assert fold("ใกล้") != fold("ไกล")
    assert fold("ค้าน") != fold("คาน")


def test_thai_digits_are_digits() -> None:
    assert fold("๖ คน") == fold("6 คน")


@pytest.mark.parametrize(("typed", "meant"), [("มากกกกก", "มาก"), ("sooooo", "so"), ("わーーー", "わー")])
def test_a_letter_drawn_out_is_said_once(typed: str, meant: str) -> None:
    assert fold(typed) == fold(meant)


def test_digits_are_never_drawn_out() -> None:
    assert fold("1000") == "1000"


def test_a_typed_accent_tells_words_apart_and_its_place_does_not() -> None:
    (hoa, hoa_other), (plain,) = latin_words("hoà hòa"), latin_words("hoa")
    assert hoa == hoa_other
    assert hoa.folded == plain.folded == "hoa"
    assert hoa.marked
    assert not plain.marked
    assert latin_words("bầu")[0].marked != latin_words("bàu")[0].marked


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = fold(text)
    assert fold(once) == once or len(fold(once)) < len(once)
