# Generated from the OpenAPI document by `npm run clients`; not to be edited.

from typing import Any, Dict, Optional

from .types import Balances, Categories, NewSchedule, Rules, Schedule, Success, SyncTriggered, Transactions


class Operations:
    """A method for each operation of the API. `_send` sends the request."""

    def _send(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Optional[str]]] = None,
        body: Optional[Dict[str, Any]] = None,
    ) -> Any:
        raise NotImplementedError

    def list_transactions(self, start_date: Optional[str] = None, end_date: Optional[str] = None) -> Transactions:
        """Transactions of a range of days."""
        return Transactions.from_dict(self._send("GET", "/api/v2/transactions", query={"start_date": start_date, "end_date": end_date}))

    def list_categories(self) -> Categories:
        """Categories."""
        return Categories.from_dict(self._send("GET", "/api/v2/categories"))

    def list_rules(self) -> Rules:
        """Categorization rules."""
        return Rules.from_dict(self._send("GET", "/api/v2/rules"))

    def sync_transactions(self) -> SyncTriggered:
        """Trigger a sync."""
        return SyncTriggered.from_dict(self._send("POST", "/api/v2/sync-transactions"))

    def get_schedule(self) -> Schedule:
        """The recurring sync schedule."""
        return Schedule.from_dict(self._send("GET", "/api/v2/schedule"))

    def set_schedule(self, body: NewSchedule) -> Success:
        """Set the recurring sync schedule."""
        return Success.from_dict(self._send("POST", "/api/v2/schedule", body=body.to_dict()))

    def remove_schedule(self) -> Success:
        """Remove the recurring sync schedule."""
        return Success.from_dict(self._send("DELETE", "/api/v2/schedule"))

    def list_balances(self) -> Balances:
        """Balances, compared with the rows."""
        return Balances.from_dict(self._send("GET", "/api/v2/balances"))
