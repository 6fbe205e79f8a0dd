#!/usr/bin/env python3
"""Writes your transactions as a journal of plain text accounting.

    ledger_export.py hledger > pennyrow.journal
    ledger_export.py beancount --from 2026-01-01 > pennyrow.beancount

Each transaction has two postings: the bank account, and a category. If the bank states a balance, the journal begins with
an opening balance that makes the account's balance equal the bank's, and asserts it. If your rows do not add up to the
bank's balance, the difference is printed.
"""

import argparse
import re
import sys
from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal

from pennyrow_client import Pennyrow

EXPENSES, INCOME, OPENING = "Expenses", "Income", "Equity:Opening-Balances"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("format", choices=["hledger", "beancount"])
    parser.add_argument("--from", dest="first", default="1900-01-01", metavar="YYYY-MM-DD")
    parser.add_argument("--currency", help="of accounts for which no bank stated a balance, such as EUR")
    options = parser.parse_args()

    pennyrow = Pennyrow()
    transactions = list(pennyrow.list_transactions(options.first, "2999-12-31").transactions.values())
    balances = pennyrow.list_balances().balances
    currencies = defaultdict(set)
    for balance in balances:
        currencies[balance.account_id].add(balance.currency)

    names = Names()
    entries, sums = [], defaultdict(Decimal)
    for t in transactions:
        day = day_of(t)
        currency = currency_of(t, currencies[t.account_id], options.currency)
        account = names.of("Assets", t.bank_account_identifier, t.account_id)
        amount = amount_of(t)
        root = INCOME if amount > 0 else EXPENSES
        category = names.of(root, t.category or "Uncategorised", t.category)
        entries.append((day, t.sheet_description, [(account, amount, currency), (category, -amount, currency)]))
        sums[(t.account_id, currency, day)] += amount

    stated = []
    for b in balances:
        days = [day for account_id, currency, day in sums if (account_id, currency) == (b.account_id, b.currency)]
        if b.balance is None or b.balance_date is None or not days:
            continue
        if b.difference is not None:
            print(f"{b.bank_account_identifier}: your rows and the bank differ by {b.difference}.", file=sys.stderr)
        until = date.fromisoformat(b.balance_date)
        account = names.of("Assets", b.bank_account_identifier, b.account_id)
        before = Decimal(b.balance) - sum(
            amount
            for (account_id, currency, day), amount in sums.items()
            if (account_id, currency) == (b.account_id, b.currency) and day <= until
        )
        first = min(*days, until) - timedelta(days=1)
        entries.append((first, "Opening balance", [(account, before, b.currency), (OPENING, -before, b.currency)]))
        stated.append((until, account, Decimal(b.balance), b.currency))

    entries.sort(key=lambda entry: entry[0])
    write = hledger if options.format == "hledger" else beancount
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print("\n".join(write(entries, sorted(stated))))


class Names:
    """Account names that hledger and Beancount both accept. Names that would become equal get a number."""

    def __init__(self) -> None:
        self._taken = {}

    def of(self, root: str, name: str, identity) -> str:
        plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or "Other"
        plain = plain[0].upper() + plain[1:]
        wanted, number = f"{root}:{plain}", 1
        while self._taken.setdefault(wanted, (root, name, identity)) != (root, name, identity):
            number += 1
            wanted = f"{root}:{plain}-{number}"
        return wanted


def day_of(transaction) -> date:
    try:
        return date.fromisoformat(transaction.date)
    except ValueError:
        sys.exit(f'Row {transaction.row_index} shows its date as "{transaction.date}". Format the column as YYYY-MM-DD.')


def amount_of(transaction) -> Decimal:
    if transaction.amount == "":
        sys.exit(f"Row {transaction.row_index} has no amount. Give it one, or delete the row.")
    return Decimal(transaction.amount)


def currency_of(transaction, stated, default) -> str:
    if len(stated) == 1:
        return next(iter(stated))
    if default is None:
        sys.exit(f"Nothing tells the currency of {transaction.bank_account_identifier}. Say it with --currency.")
    return default


def text_of(description: str) -> str:
    """One line without the characters that have a meaning in a journal, because a bank's description is only data."""
    return re.sub(r"[\s\x00-\x1f\x7f;|\"\\]+", " ", description).strip()


def hledger(entries, stated):
    for day, description, postings in entries:
        # The empty code () keeps hledger from reading a description that begins with ! or ( as a mark or a code.
        yield f"{day} () {text_of(description)}"
        for account, amount, currency in postings:
            yield f"    {account}  {amount} {currency}"
        yield ""
    for day, account, amount, currency in stated:
        yield f"{day} Stated by the bank"
        yield f"    {account}  0 {currency} = {amount} {currency}"
        yield ""


def beancount(entries, stated):
    first = min((day for day, *_ in entries), default=date.today())
    for account in sorted({account for _, _, postings in entries for account, *_ in postings}):
        yield f"{first} open {account}"
    yield ""
    for day, description, postings in entries:
        yield f'{day} * "{text_of(description)}"'
        for account, amount, currency in postings:
            yield f"  {account}  {amount} {currency}"
        yield ""
    for day, account, amount, currency in stated:
        # Beancount checks an assertion at the beginning of the day, so it is dated one day later.
        yield f"{day + timedelta(days=1)} balance {account}  {amount} {currency}"


if __name__ == "__main__":
    main()
