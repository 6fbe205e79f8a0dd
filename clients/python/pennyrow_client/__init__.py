"""A typed client of Pennyrow's local API, which needs only Python's standard library.

    from pennyrow_client import Pennyrow

    pennyrow = Pennyrow()
    for key, transaction in pennyrow.list_transactions("2026-01-01").transactions.items():
        print(transaction.date, transaction.amount, transaction.sheet_description)
"""

import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, Dict, Iterator, NamedTuple, Optional, Union

from .operations import Operations
from .types import *  # noqa: F403
from .types import Attention, RunFinished, TransactionsChanged

COME_BACK_AFTER = 3
# The timeout in seconds. A running service never exceeds it, since it sends a keep-alive every 15 seconds.
SILENCE = 60


class PennyrowRefusal(Exception):
    """The service refused a request."""

    def __init__(self, status: int, message: str, retry_after: Optional[int]) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class PennyrowEvent(NamedTuple):
    """An event, and the id with which `events` can continue after it."""

    id: str
    event: Union[RunFinished, TransactionsChanged, Attention]


EVENTS = {
    "run.finished": RunFinished.from_dict,
    "transactions.changed": TransactionsChanged.from_dict,
    "attention": Attention.from_dict,
}


class Pennyrow(Operations):
    """Pennyrow's API on this machine. Trusts only Pennyrow's own certificate."""

    def __init__(self, url: Optional[str] = None, ca: Optional[str] = None, token: Optional[str] = None) -> None:
        """url: PENNYROW_URL, else https://localhost:28400. ca: the certificate's path; PENNYROW_CA, else ca.pem of the
        data folder. token: PENNYROW_TOKEN."""
        self._url = (url or os.environ.get("PENNYROW_URL") or "https://localhost:28400").rstrip("/")
        self._token = token or os.environ.get("PENNYROW_TOKEN")
        if not self._token:
            raise ValueError("No API token: set PENNYROW_TOKEN to one that `pennyrow token create` made.")
        path = ca or os.environ.get("PENNYROW_CA") or str(_data_folder() / "ca.pem")
        self._context = ssl.create_default_context(cafile=path)

    def _send(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Optional[str]]] = None,
        body: Optional[Dict[str, Any]] = None,
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        search = "?" + urllib.parse.urlencode(given) if given else ""
        with self._open(method, path + search, {}, body) as response:
            return json.load(response)

    def _open(self, method: str, target: str, headers: Dict[str, str], body: Optional[Dict[str, Any]] = None) -> Any:
        request = urllib.request.Request(self._url + target, method=method, headers=headers)
        request.add_header("Authorization", f"Bearer {self._token}")
        if body is not None:
            request.data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
            request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request, context=self._context, timeout=SILENCE)
        except urllib.error.HTTPError as refused:
            wait = refused.headers.get("Retry-After")
            message = json.load(refused)["error"]
            raise PennyrowRefusal(refused.code, message, None if wait is None else int(wait)) from None

    def events(self, last_event_id: str = "") -> Iterator[PennyrowEvent]:
        """Yields events as they happen. Reconnects automatically and continues after the last event."""
        is_known = False
        while True:
            try:
                headers = {"Accept": "text/event-stream"}
                if last_event_id:
                    headers["Last-Event-ID"] = last_event_id
                with self._open("GET", "/api/v2/events", headers) as response:
                    is_known = True
                    for line in response:
                        name, _, value = line.decode().rstrip("\n").partition(": ")
                        if name == "id":
                            last_event_id = value
                        elif name == "data":
                            data = json.loads(value)
                            if data["type"] in EVENTS:
                                yield PennyrowEvent(last_event_id, EVENTS[data["type"]](data))
            except OSError:
                # Reconnects until the service is reachable again. Raises if it was never reachable.
                if not is_known:
                    raise
            time.sleep(COME_BACK_AFTER)


def _data_folder() -> Path:
    """The folder with Pennyrow's data; PENNYROW_DATA_DIR overrides the default."""
    home, environment = Path.home(), os.environ
    if environment.get("PENNYROW_DATA_DIR"):
        return Path(environment["PENNYROW_DATA_DIR"])
    if sys.platform == "win32":
        return Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Pennyrow"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Pennyrow"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "pennyrow"
