"""What every command is given: the GM's language, where the games are, whom it may ask and how it may print."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from gmtool.cli.errors import UNKNOWN, USAGE, CliError
from gmtool.core.journal import Journal, JournalError
from gmtool.core.question import Reason
from gmtool.core.rows import GameRow
from gmtool.paths import data_dir, expanded, journal_path
from gmtool.settings import Settings, load_settings
from gmtool.text.texts import Texts, languages

if TYPE_CHECKING:
    from gmtool.core.game import Game
    from gmtool.core.session import Session
    from gmtool.ui.words import Words

OPTION: Final = "--lang"
VARIABLE: Final = "GMTOOL_LANG"
KEPT: Final = "gmtool lang"


class Choice(NamedTuple):
    """A language and where the choice comes from: the option, the variable, what was kept, or empty: the locale."""

    language: str
    origin: str


def cli_languages() -> list[str]:
    """Return the languages that have the texts of the screen and of the commands."""
    return [code for code in languages() if (data_dir() / "common" / "cli" / f"{code}.toml").is_file()]


def language_named(name: str, known: Sequence[str]) -> str | None:
    """Return the code that a language's files have, however it was typed.

    >>> language_named("zh_tw", ["en", "zh-TW"]), language_named("EN", ["en"]), language_named("xx", ["en"])
    ('zh-TW', 'en', None)
    """
    wanted = name.strip().replace("_", "-").casefold()
    return next((code for code in known if code.casefold() == wanted), None)


def wanted_languages(option: str, settings: Settings) -> Iterator[Choice]:
    """Yield what languages are asked for, as they were typed, the strongest first."""
    for origin, named in ((OPTION, option), (VARIABLE, os.environ.get(VARIABLE, "")), (KEPT, settings["lang"])):
        if named:
            yield Choice(named.strip(), origin)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            locale = os.environ[variable].partition(".")[0]
            yield Choice(locale, "")
            yield Choice(locale.partition("_")[0], "")
            break


def choose_language(option: str, settings: Settings) -> Choice:
    """Return the language to use.

    Raises:
        CliError: ``lang.unknown``, if one was asked for that has no texts. A locale we do not speak is English, and a
            language kept from before that is gone is passed over, so that another can be chosen.
    """
    known = cli_languages()
    for choice in wanted_languages(option, settings):
        code = language_named(choice.language, known)
        if code is not None:
            return Choice(code, choice.origin)
        if choice.origin not in ("", KEPT):
            raise CliError("lang.unknown", USAGE, name=choice.language, origin=choice.origin, known=", ".join(known))
    return Choice("en", "")


class Env:
    """Language, journal, streams. Nothing is opened or read before it is needed.

    Attributes:
        no_input: Nobody may be asked, even on a terminal.
    """

    def __init__(
        self, *, lang: str = "", db: str = "", letters: bool = False, say_lang: str = "", no_input: bool = False
    ) -> None:
        self.settings = load_settings()
        self.lang = lang
        self.say_lang = say_lang
        self.no_input = no_input
        self._db = db
        self._letters = letters
        self._choice: Choice | None = None
        self._texts: Texts | None = None
        self._words: Words | None = None
        self._names: Sequence[str] = ()

    def take(self, name: str, value: Any) -> None:
        """Take a common option as it was parsed."""
        if name == "db":
            self._db = str(value)
        elif name == "letters":
            self._letters = True
            self._texts = None
        elif name == "no_input":
            self.no_input = True

    # --- words

    @property
    def choice(self) -> Choice:
        if self._choice is None:
            try:
                self._choice = choose_language(self.lang, self.settings)
            except CliError:
                # The refusal itself needs a language: the next one that there is.
                known = cli_languages()
                codes = (language_named(choice.language, known) for choice in wanted_languages("", self.settings))
                self._choice = Choice(next(filter(None, codes), "en"), "")
                raise
        return self._choice

    def check_language(self) -> None:
        """Refuse an unknown language before anything else; of a kept one that is gone it is only told.

        Raises:
            CliError: ``lang.unknown``.
        """
        kept = self.settings["lang"]
        if kept and not self.choice.origin:
            known = ", ".join(cli_languages())
            self.note(self.texts.get("error", "lang.unknown", {"name": kept, "origin": KEPT, "known": known}))

    @property
    def language(self) -> str:
        return self.choice.language

    @property
    def letters(self) -> bool:
        """Whether coins are shown as letters: chosen, or because this terminal can't show them."""
        if self._letters or self.settings["letters"]:
            return True
        encoding = getattr(sys.stdout, "encoding", "") or "ascii"
        try:
            "🟡".encode(encoding)
        except (UnicodeError, LookupError):
            return True
        return is_terminal(sys.stdout) and os.environ.get("TERM") in ("dumb", "linux")

    @property
    def texts(self) -> Texts:
        if self._texts is None:
            self._texts = Texts(self.language, letters=self.letters)
        return self._texts

    def text(self, id: str, /, **values: object) -> str:
        """Return a text of the command line (``[cli]``)."""
        return self.texts.get("cli", id, values)

    def words(self, game: Game) -> Words:
        """Return the words about one game, in the language chosen or, said on stderr, in one it has.

        Raises:
            CliError: ``lang.game``, if the language was asked for by option and the game does not have it.
        """
        if self._words is None or self._words.game is not game:
            from gmtool.ui.words import Words

            language = self._language_of(game.id, self.choice)
            say = self.say_lang or self.settings["say_lang"]
            texts = Texts(language, game.id, letters=self.letters)
            spoken = texts
            if say and say != language:
                origin = "--say-lang" if self.say_lang else ""
                spoken = Texts(self._language_of(game.id, Choice(say, origin)), game.id, letters=self.letters)
            self._words = Words(game, texts, spoken=spoken)
        return self._words

    def language_for(self, game: str, folder: str = "text") -> str:
        """Return the language for a game's screen texts or, in the folder ``rules``, for its rules."""
        return self._language_of(game, self.choice, folder)

    def _language_of(self, game: str, choice: Choice, folder: str = "text") -> str:
        files = data_dir() / game / folder
        has = [code for code in cli_languages() if (files / f"{code}.toml").is_file()]
        code = language_named(choice.language, has)
        if code is not None:
            return code
        if choice.origin in (OPTION, "--say-lang") or not has:
            raise CliError("lang.game", USAGE, name=choice.language, game=game, known=", ".join(has))
        self.note(self.text("lang.instead", name=choice.language, game=game, other=has[0]))
        return has[0]

    def reason(self, reason: Reason) -> str:
        """Return a refusal in words, with the game's own words if a game is open."""
        if self._words is not None:
            return self._words.reason(reason, self._names)
        return self.texts.get("reason", reason.id, reason.values)

    # --- printing: stdout is what was asked for, stderr all else

    def out(self, line: str = "") -> None:
        print(folded(line, sys.stdout))

    def json(self, document: Any) -> None:
        """Print one document: ids, no words, no colour."""
        import json

        ascii_only = not can_encode(sys.stdout)
        print(json.dumps(document, ensure_ascii=ascii_only, indent=2))

    def document(self, text: str) -> None:
        """Print the contents of a file as they are: UTF-8 and unbroken, wherever they go."""
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None and not is_terminal(sys.stdout):
            reconfigure(encoding="utf-8")
        print(text)

    def note(self, line: str = "") -> None:
        print(folded(line, sys.stderr), file=sys.stderr)

    def next(self, id: str, /, **values: object) -> None:
        """Say the next step on stderr, with the command to type."""
        self.note(self.text(id, **values))

    def tell_error(self, id: str, values: Mapping[str, Any]) -> None:
        try:
            texts = self.texts
        except CliError:
            texts = self.texts
        sys.stdout.flush()
        if values.get("path") == "-":
            values = {**values, "path": texts.get("cli", "file.stdin")}
        self.note(texts.get("error", id, values))

    # --- whom to ask

    @property
    def can_ask(self) -> bool:
        """Whether somebody sits at a terminal who may be asked."""
        return not self.no_input and is_terminal(sys.stdin) and is_terminal(sys.stdout)

    # --- games

    @property
    def db(self) -> Path:
        return expanded(self._db or os.environ.get("GMTOOL_DB") or str(journal_path()))

    @contextmanager
    def journal(self, *, write: bool = False) -> Iterator[Journal]:
        journal = Journal.open(self.db, write=write, once=not write)
        try:
            yield journal
        finally:
            journal.close()

    @contextmanager
    def session(self, name: str = "", *, write: bool = False) -> Iterator[Session]:
        """Open a game by name, or the one in progress; it must be there already.

        Raises:
            CliError: ``game.none``.
            JournalError, GameBusy: As from the journal and the session.
        """
        from gmtool.core.session import Session

        if write and not self.db.exists():
            raise CliError("game.none", UNKNOWN)
        try:
            with self.journal(write=write) as journal:
                session = Session(journal, name or current_game(journal).id, write=write)
                with session:
                    self._names = session.table.names
                    self.words(session.game)
                    yield session
        except JournalError as error:
            if error.id == "journal.missing":
                raise CliError("game.none", UNKNOWN) from None
            raise


def current_game(journal: Journal) -> GameRow:
    """Return the game in progress: last played, not over, not archived; else the last played at all.

    Raises:
        CliError: ``game.none``.
    """
    games = journal.games(limit=50)
    for row in games:
        if not row.summary.get("over"):
            return row
    if not games:
        raise CliError("game.none", UNKNOWN)
    return games[0]


def is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def folded(line: str, stream: TextIO) -> str:
    """Return a line as it is printed: on a terminal broken between words, elsewhere as it is."""
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return line
    from gmtool.ui.glance import cells

    if not width or all(cells(part) <= width for part in line.split("\n")):
        return line
    from gmtool.text.wrapping import fold

    return "\n".join(fold(line, width))


def can_encode(stream: TextIO) -> bool:
    """Whether a stream takes the letters of all languages."""
    return (getattr(stream, "encoding", "") or "").lower().replace("-", "") in ("utf8", "utf16", "utf32", "gb18030")


def prepare_streams() -> None:
    """Let no letter that a stream can't take stop a command, no byte that was typed, and no stream that is closed."""
    sys.stdin, sys.stdout, sys.stderr = (
        stream or io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace"), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def readable(word: str) -> str:
    r"""Return a word of the command line without bytes that are no text, unless it names a file.

    >>> readable("Nok"), readable("\udcffNok")
    ('Nok', '\ufffdNok')
    """
    if word.isascii() or not any("\ud800" <= char <= "\udfff" for char in word) or os.path.lexists(word):
        return word
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
