"""Starting gmtool. ``status`` is looked at most often and goes around the full command line."""

from __future__ import annotations

import sys


def main() -> None:
    args = sys.argv[1:]
    if args[:1] == ["status"]:
        from gmtool.cli.quick import status

        code = status(args[1:])
        if code is not None:
            sys.exit(code)
    from gmtool.cli.app import run

    sys.exit(run(args))


if __name__ == "__main__":
    main()
