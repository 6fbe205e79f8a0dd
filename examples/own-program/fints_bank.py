#!/usr/bin/env python3
"""Prints accounts, balances and transactions of a German bank, by FinTS: for Pennyrow's kind "own-program".

It needs the library python-fints, version 4.2 or 5 (LGPL, https://github.com/raphaelm/python-fints), and a product id,
which the Deutsche Kreditwirtschaft gives out (https://www.fints.org/de/hersteller/produktregistrierung):

    python3 -m venv ~/fints && ~/fints/bin/pip install 'fints>=4.2,<6'
    FINTS_BLZ=… FINTS_SERVER=… FINTS_PRODUCT_ID=… FINTS_USER=… ~/fints/bin/python ~/fints_bank.py --sign-in
    pennyrow connection add own-program --variable FINTS_BLZ=… --variable FINTS_SERVER=https://… \\
      --variable FINTS_PRODUCT_ID=… --secret-name FINTS_USER --secret-name FINTS_PIN \\
      -- ~/fints/bin/python ~/fints_bank.py

It was written after the library's documentation and tried with a stand-in for it, not with a bank. Banks differ in which
TAN they ask for and when; expect to change something. `--sign-in` chooses the way to get TANs, answers a first one in the
terminal, and keeps what the library remembers of the bank (no PIN) in ~/.fints-bank, for its owner alone.
"""

import datetime
import getpass
import json
import os
import sys

TRY_LATER = 75
SIGN_IN = 77
STATE = os.environ.get("FINTS_STATE", os.path.expanduser("~/.fints-bank"))
REFUSED = STATE + ".refused"

try:
    from fints.client import FinTS3PinTanClient, NeedTANResponse
    from fints.exceptions import FinTSClientError, FinTSConnectionError
except ImportError as missing:
    sys.exit(f"The library python-fints is missing ({missing}): pip install 'fints>=4.2,<6'")


class SignInNeeded(Exception):
    """The bank asks for a TAN, and nobody is here to give it."""


def print_line(**line):
    print(json.dumps(line), flush=True)


def needed(name):
    value = os.environ.get(name)
    if value is None:
        sys.exit(f"The variable {name} is missing.")
    return value


def make_client(pin):
    state = None
    if os.path.exists(STATE):
        with open(STATE, "rb") as file:
            state = file.read()
    return FinTS3PinTanClient(
        needed("FINTS_BLZ"),
        needed("FINTS_USER"),
        pin,
        needed("FINTS_SERVER"),
        product_id=needed("FINTS_PRODUCT_ID"),
        from_data=state,
    )


def keep(client):
    state = client.deconstruct(including_private=True)
    new = STATE + ".new"
    with open(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
        file.write(state)
    os.replace(new, STATE)


def without_tan(answer):
    if isinstance(answer, NeedTANResponse):
        raise SignInNeeded(answer.challenge or "a TAN")
    return answer


def answer_of(client, response):
    """With a person in the terminal: asks for TANs until there is an answer."""
    while isinstance(response, NeedTANResponse):
        print(response.challenge, file=sys.stderr)
        is_decoupled = getattr(response, "decoupled", False)
        tan = input("Press Enter once you have approved it in the app. " if is_decoupled else "TAN: ")
        response = client.send_tan(response, tan)
    return response


def sign_in():
    from fints.utils import minimal_interactive_cli_bootstrap

    client = make_client(os.environ.get("FINTS_PIN") or getpass.getpass("PIN: "))
    minimal_interactive_cli_bootstrap(client)
    with client:
        client.init_tan_response = answer_of(client, client.init_tan_response)
        accounts = answer_of(client, client.get_sepa_accounts())
        today = datetime.date.today()
        for account in accounts:
            answer_of(client, client.get_transactions(account, today - datetime.timedelta(days=365), today))
    keep(client)
    if os.path.exists(REFUSED):
        os.remove(REFUSED)
    print(f"Signed in; {len(accounts)} accounts.", file=sys.stderr)


def decimal_text(amount):
    # mt-940's Amount and Balance hold a Decimal of that name; a Decimal is one already.
    return format(getattr(amount, "amount", amount), "f")


def day_text(day):
    return f"{day.year:04}-{day.month:02}-{day.day:02}"


def description_of(data):
    parts = (data.get("applicant_name"), data.get("purpose"), data.get("additional_purpose"))
    return " - ".join(part for part in parts if part) or data.get("posting_text") or ""


def fetch():
    if os.path.exists(REFUSED):
        raise SignInNeeded("it refused the PIN before")
    client = make_client(needed("FINTS_PIN"))
    since = datetime.date.fromisoformat(needed("PENNYROW_SINCE"))
    today = datetime.date.fromisoformat(needed("PENNYROW_TODAY"))
    print_line(type="schema", version=1)
    with client:
        without_tan(client.init_tan_response)
        for account in without_tan(client.get_sepa_accounts()):
            balance = without_tan(client.get_balance(account))
            currency = balance.amount.currency
            print_line(type="account", id=account.iban, name="Account", number=account.iban, currency=currency)
            print_line(
                type="balance",
                account=account.iban,
                kind="booked",
                date=day_text(balance.date),
                amount=decimal_text(balance.amount),
            )
            if needed("PENNYROW_ASK") == "accounts":
                continue
            for transaction in without_tan(client.get_transactions(account, since, today)):
                data = transaction.data
                # FinTS gives no id that stays: Pennyrow tells transactions apart by day, amount and text.
                print_line(
                    type="transaction",
                    account=account.iban,
                    date=day_text(data["date"]),
                    amount=decimal_text(data["amount"]),
                    currency=getattr(data["amount"], "currency", None) or currency,
                    description=description_of(data),
                )
    keep(client)


def main():
    if sys.argv[1:] == ["--sign-in"]:
        return sign_in()
    try:
        return fetch()
    except SignInNeeded as asked:
        print(f"Your bank wants you to sign in ({asked}). Run this program with --sign-in.", file=sys.stderr)
        sys.exit(SIGN_IN)
    except FinTSClientError as refused:
        # A few more tries with a wrong PIN, and the bank locks the access.
        open(REFUSED, "w").close()
        print(f"Your bank refuses the user or the PIN ({refused}). Run this program with --sign-in.", file=sys.stderr)
        sys.exit(SIGN_IN)
    except FinTSConnectionError as failed:
        print(f"The bank cannot be reached: {failed}", file=sys.stderr)
        sys.exit(TRY_LATER)


if __name__ == "__main__":
    main()
