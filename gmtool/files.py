"""Files from outside and files of the GM's own: read with one error for all that can be wrong, written whole."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


def parse_json(text: str) -> Any:
    """Return the value that a JSON text holds.

    Raises:
        ValueError: Whatever is wrong with it; ``json.JSONDecodeError`` with its place where that is known.

    >>> parse_json('{"round": 4}')
    {'round': 4}
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


@contextmanager
def one_writer(path: Path) -> Iterator[None]:
    """Let nobody else who asks so change a file meanwhile; its folder is made.

    Raises:
        OSError: If no lock can be had there.
    """
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", is_singleton=False)
    try:
        lock.acquire()
    except NotImplementedError:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK), str(path)) from None
    try:
        yield
    finally:
        lock.release()


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Write a file that takes the old one's place only when all of it is on disk.

    A link goes on pointing where it did; a pipe or a device is written to as it is.

    Raises:
        OSError: With the path as it was given; an old file is as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(parts)
            return
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            with fresh.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(target)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None
