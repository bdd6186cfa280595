"""What every game stands on: questions, running a script, the ledger, the journal. Knows no game and no terminal."""
