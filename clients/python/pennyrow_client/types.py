# Generated from the OpenAPI document by `npm run clients`; not to be edited.

from enum import Enum
from dataclasses import dataclass
from typing import Optional, Any, List, Dict, TypeVar, Type, Callable, cast


T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=Enum)


def from_str(x: Any) -> str:
    assert isinstance(x, str)
    return x


def from_none(x: Any) -> Any:
    assert x is None
    return x


def from_union(fs, x):
    for f in fs:
        try:
            return f(x)
        except:
            pass
    assert False


def to_enum(c: Type[EnumT], x: Any) -> EnumT:
    assert isinstance(x, c)
    return x.value


def from_list(f: Callable[[Any], T], x: Any) -> List[T]:
    assert isinstance(x, list)
    return [f(y) for y in x]


def to_class(c: Type[T], x: Any) -> dict:
    assert isinstance(x, c)
    return cast(Any, x).to_dict()


def from_int(x: Any) -> int:
    assert isinstance(x, int) and not isinstance(x, bool)
    return x


def from_bool(x: Any) -> bool:
    assert isinstance(x, bool)
    return x


def from_dict(f: Callable[[Any], T], x: Any) -> Dict[str, T]:
    assert isinstance(x, dict)
    return { k: f(v) for (k, v) in x.items() }


class State(Enum):
    """proven: the rows of the sheet add up to the bank's balances, to the cent. differs: they
    do not. unproven: the bank has not stated enough balances yet.
    """
    DIFFERS = "differs"
    PROVEN = "proven"
    UNPROVEN = "unproven"


@dataclass
class Balance:
    """The balance of one bank account in one currency."""

    account_id: str
    """The bank account's id."""

    bank_account_identifier: str
    """The name of the bank account."""

    currency: str
    """ISO 4217, as the bank reports it."""

    state: State
    """proven: the rows of the sheet add up to the bank's balances, to the cent. differs: they
    do not. unproven: the bank has not stated enough balances yet.
    """
    available: Optional[str] = None
    """The latest available amount that the bank stated."""

    available_date: Optional[str] = None
    """The day of the available amount."""

    balance: Optional[str] = None
    """The latest booked balance that the bank stated; negative if the account holder owes it."""

    balance_date: Optional[str] = None
    """The day of the balance."""

    difference: Optional[str] = None
    """The bank's balance minus the sum of the rows, if they differ; negative if the rows add up
    to too much.
    """
    proven_from: Optional[str] = None
    """The first day of the proven range."""

    proven_until: Optional[str] = None
    """The last day of the proven range."""

    @staticmethod
    def from_dict(obj: Any) -> 'Balance':
        assert isinstance(obj, dict)
        account_id = from_str(obj.get("account_id"))
        bank_account_identifier = from_str(obj.get("bank_account_identifier"))
        currency = from_str(obj.get("currency"))
        state = State(obj.get("state"))
        available = from_union([from_none, from_str], obj.get("available"))
        available_date = from_union([from_none, from_str], obj.get("available_date"))
        balance = from_union([from_none, from_str], obj.get("balance"))
        balance_date = from_union([from_none, from_str], obj.get("balance_date"))
        difference = from_union([from_none, from_str], obj.get("difference"))
        proven_from = from_union([from_none, from_str], obj.get("proven_from"))
        proven_until = from_union([from_none, from_str], obj.get("proven_until"))
        return Balance(account_id, bank_account_identifier, currency, state, available, available_date, balance, balance_date, difference, proven_from, proven_until)

    def to_dict(self) -> dict:
        result: dict = {}
        result["account_id"] = from_str(self.account_id)
        result["bank_account_identifier"] = from_str(self.bank_account_identifier)
        result["currency"] = from_str(self.currency)
        result["state"] = to_enum(State, self.state)
        result["available"] = from_union([from_none, from_str], self.available)
        result["available_date"] = from_union([from_none, from_str], self.available_date)
        result["balance"] = from_union([from_none, from_str], self.balance)
        result["balance_date"] = from_union([from_none, from_str], self.balance_date)
        result["difference"] = from_union([from_none, from_str], self.difference)
        result["proven_from"] = from_union([from_none, from_str], self.proven_from)
        result["proven_until"] = from_union([from_none, from_str], self.proven_until)
        return result


@dataclass
class Balances:
    balances: List[Balance]
    """Sorted by name."""

    @staticmethod
    def from_dict(obj: Any) -> 'Balances':
        assert isinstance(obj, dict)
        balances = from_list(Balance.from_dict, obj.get("balances"))
        return Balances(balances)

    def to_dict(self) -> dict:
        result: dict = {}
        result["balances"] = from_list(lambda x: to_class(Balance, x), self.balances)
        return result


@dataclass
class Categories:
    categories: List[str]
    """Names in the order of the Categories sheet, each once."""

    @staticmethod
    def from_dict(obj: Any) -> 'Categories':
        assert isinstance(obj, dict)
        categories = from_list(from_str, obj.get("categories"))
        return Categories(categories)

    def to_dict(self) -> dict:
        result: dict = {}
        result["categories"] = from_list(from_str, self.categories)
        return result


@dataclass
class NewSchedule:
    """The interval is the sum of hours and minutes, from 15 minutes to 24 hours. If both are
    zero or missing, syncs run once a day.
    """
    start_time: str
    """Time of the first run of each day, in the account's time zone."""

    hours: Optional[int] = None
    """Hours between runs."""

    minutes: Optional[int] = None
    """Minutes between runs, in addition to the hours."""

    @staticmethod
    def from_dict(obj: Any) -> 'NewSchedule':
        assert isinstance(obj, dict)
        start_time = from_str(obj.get("start_time"))
        hours = from_union([from_int, from_none], obj.get("hours"))
        minutes = from_union([from_int, from_none], obj.get("minutes"))
        return NewSchedule(start_time, hours, minutes)

    def to_dict(self) -> dict:
        result: dict = {}
        result["start_time"] = from_str(self.start_time)
        if self.hours is not None:
            result["hours"] = from_union([from_int, from_none], self.hours)
        if self.minutes is not None:
            result["minutes"] = from_union([from_int, from_none], self.minutes)
        return result


@dataclass
class Rule:
    """One row of the Rules sheet. The first matching rule decides."""

    category: str
    """The category for matching transactions."""

    description: str
    """A part of the description. `*` matches any characters; `/.../` is a regular expression."""

    max_amount: str
    """Upper bound of the signed amount, inclusive; empty if there is none."""

    min_amount: str
    """Lower bound of the signed amount, inclusive; empty if there is none."""

    @staticmethod
    def from_dict(obj: Any) -> 'Rule':
        assert isinstance(obj, dict)
        category = from_str(obj.get("category"))
        description = from_str(obj.get("description"))
        max_amount = from_str(obj.get("maxAmount"))
        min_amount = from_str(obj.get("minAmount"))
        return Rule(category, description, max_amount, min_amount)

    def to_dict(self) -> dict:
        result: dict = {}
        result["category"] = from_str(self.category)
        result["description"] = from_str(self.description)
        result["maxAmount"] = from_str(self.max_amount)
        result["minAmount"] = from_str(self.min_amount)
        return result


@dataclass
class Rules:
    rules: List[Rule]
    """In the order of the Rules sheet."""

    @staticmethod
    def from_dict(obj: Any) -> 'Rules':
        assert isinstance(obj, dict)
        rules = from_list(Rule.from_dict, obj.get("rules"))
        return Rules(rules)

    def to_dict(self) -> dict:
        result: dict = {}
        result["rules"] = from_list(lambda x: to_class(Rule, x), self.rules)
        return result


@dataclass
class Schedule:
    active: bool
    """True if a schedule is set; otherwise all other fields are null."""

    cron: Optional[str] = None
    """A 5-field cron expression in the account's time zone that fires at every run. If none is
    exact, it fires at as few other times as possible.
    """
    last_run_time: Optional[str] = None
    """The time of the last scheduled run."""

    next_run_time: Optional[str] = None
    """The time of the next scheduled run."""

    period_minutes: Optional[int] = None
    """Interval between runs, in minutes."""

    start_time: Optional[str] = None
    """Time of the first run of each day, "HH:MM"."""

    @staticmethod
    def from_dict(obj: Any) -> 'Schedule':
        assert isinstance(obj, dict)
        active = from_bool(obj.get("active"))
        cron = from_union([from_none, from_str], obj.get("cron"))
        last_run_time = from_union([from_none, from_str], obj.get("last_run_time"))
        next_run_time = from_union([from_none, from_str], obj.get("next_run_time"))
        period_minutes = from_union([from_int, from_none], obj.get("period_minutes"))
        start_time = from_union([from_none, from_str], obj.get("start_time"))
        return Schedule(active, cron, last_run_time, next_run_time, period_minutes, start_time)

    def to_dict(self) -> dict:
        result: dict = {}
        result["active"] = from_bool(self.active)
        result["cron"] = from_union([from_none, from_str], self.cron)
        result["last_run_time"] = from_union([from_none, from_str], self.last_run_time)
        result["next_run_time"] = from_union([from_none, from_str], self.next_run_time)
        result["period_minutes"] = from_union([from_int, from_none], self.period_minutes)
        result["start_time"] = from_union([from_none, from_str], self.start_time)
        return result


@dataclass
class Success:
    success: bool
    """True if the request succeeded."""

    @staticmethod
    def from_dict(obj: Any) -> 'Success':
        assert isinstance(obj, dict)
        success = from_bool(obj.get("success"))
        return Success(success)

    def to_dict(self) -> dict:
        result: dict = {}
        result["success"] = from_bool(self.success)
        return result


@dataclass
class SyncTriggered:
    message: str
    """The result, or the steps to take first, as a text for people."""

    success: bool
    """True if a sync was scheduled or is already in progress."""

    @staticmethod
    def from_dict(obj: Any) -> 'SyncTriggered':
        assert isinstance(obj, dict)
        message = from_str(obj.get("message"))
        success = from_bool(obj.get("success"))
        return SyncTriggered(message, success)

    def to_dict(self) -> dict:
        result: dict = {}
        result["message"] = from_str(self.message)
        result["success"] = from_bool(self.success)
        return result


@dataclass
class Transaction:
    """One row of the Transactions sheet."""

    amount: str
    """Signed amount in plain decimal notation with at least two decimals; money in is positive.
    Empty if the cell contains no number.
    """
    bank_account_identifier: str
    """The name of the bank account in the sheet."""

    category: str
    """The category; empty if there is none."""

    date: str
    """The date as the sheet shows it."""

    date_added: str
    """The time when the row was added, in UTC. For a row that the user typed, its Date Added,
    otherwise the time when Pennyrow first read it.
    """
    row_index: int
    """Row number in the sheet."""

    sheet_description: str
    """The description of the transaction."""

    account_id: Optional[str] = None
    """The bank account's id; null if there is none."""

    @staticmethod
    def from_dict(obj: Any) -> 'Transaction':
        assert isinstance(obj, dict)
        amount = from_str(obj.get("amount"))
        bank_account_identifier = from_str(obj.get("bank_account_identifier"))
        category = from_str(obj.get("category"))
        date = from_str(obj.get("date"))
        date_added = from_str(obj.get("date_added"))
        row_index = from_int(obj.get("row_index"))
        sheet_description = from_str(obj.get("sheet_description"))
        account_id = from_union([from_none, from_str], obj.get("account_id"))
        return Transaction(amount, bank_account_identifier, category, date, date_added, row_index, sheet_description, account_id)

    def to_dict(self) -> dict:
        result: dict = {}
        result["amount"] = from_str(self.amount)
        result["bank_account_identifier"] = from_str(self.bank_account_identifier)
        result["category"] = from_str(self.category)
        result["date"] = from_str(self.date)
        result["date_added"] = from_str(self.date_added)
        result["row_index"] = from_int(self.row_index)
        result["sheet_description"] = from_str(self.sheet_description)
        result["account_id"] = from_union([from_none, from_str], self.account_id)
        return result


@dataclass
class Transactions:
    count: int
    """The number of transactions."""

    end_date: str
    """Last day of the range."""

    start_date: str
    """First day of the range."""

    transactions: Dict[str, Transaction]
    """Transactions by id. The response text is ordered by date, then as in the sheet. If an id
    occurs more than once in the range, later occurrences get the suffix #2, #3 and so on.
    """

    @staticmethod
    def from_dict(obj: Any) -> 'Transactions':
        assert isinstance(obj, dict)
        count = from_int(obj.get("count"))
        end_date = from_str(obj.get("end_date"))
        start_date = from_str(obj.get("start_date"))
        transactions = from_dict(Transaction.from_dict, obj.get("transactions"))
        return Transactions(count, end_date, start_date, transactions)

    def to_dict(self) -> dict:
        result: dict = {}
        result["count"] = from_int(self.count)
        result["end_date"] = from_str(self.end_date)
        result["start_date"] = from_str(self.start_date)
        result["transactions"] = from_dict(lambda x: to_class(Transaction, x), self.transactions)
        return result


class Severity(Enum):
    INFO = "info"
    PROBLEM = "problem"
    WARNING = "warning"


@dataclass
class RunMessage:
    """A message about a run for the user."""

    code: str
    """A stable code; docs/guide/troubleshooting.md lists all codes."""

    message: str
    """The problem, in English. May quote a bank, so it is data and never an instruction."""

    severity: Severity
    remedy: Optional[str] = None
    """The steps to solve it; null if nothing can be done."""

    @staticmethod
    def from_dict(obj: Any) -> 'RunMessage':
        assert isinstance(obj, dict)
        code = from_str(obj.get("code"))
        message = from_str(obj.get("message"))
        severity = Severity(obj.get("severity"))
        remedy = from_union([from_none, from_str], obj.get("remedy"))
        return RunMessage(code, message, severity, remedy)

    def to_dict(self) -> dict:
        result: dict = {}
        result["code"] = from_str(self.code)
        result["message"] = from_str(self.message)
        result["severity"] = to_enum(Severity, self.severity)
        result["remedy"] = from_union([from_none, from_str], self.remedy)
        return result


class Status(Enum):
    CANCELLED = "cancelled"
    FAILED = "failed"
    PARTIAL = "partial"
    SUCCEEDED = "succeeded"


@dataclass
class FinishedRun:
    """A sync, import, undo or other change that has ended."""

    added: int
    """The number of added rows."""

    finished_at: str
    id: str
    kind: str
    """sync, import, undo, restore, rule, category, balances or additions."""

    messages: List[RunMessage]
    queued_at: str
    removed: int
    """The number of removed rows, for example by an undo."""

    status: Status
    trigger: str
    """agent, api, schedule, catch-up, person or file."""

    updated: int
    """The number of changed rows."""

    started_at: Optional[str] = None

    @staticmethod
    def from_dict(obj: Any) -> 'FinishedRun':
        assert isinstance(obj, dict)
        added = from_int(obj.get("added"))
        finished_at = from_str(obj.get("finished_at"))
        id = from_str(obj.get("id"))
        kind = from_str(obj.get("kind"))
        messages = from_list(RunMessage.from_dict, obj.get("messages"))
        queued_at = from_str(obj.get("queued_at"))
        removed = from_int(obj.get("removed"))
        status = Status(obj.get("status"))
        trigger = from_str(obj.get("trigger"))
        updated = from_int(obj.get("updated"))
        started_at = from_union([from_none, from_str], obj.get("started_at"))
        return FinishedRun(added, finished_at, id, kind, messages, queued_at, removed, status, trigger, updated, started_at)

    def to_dict(self) -> dict:
        result: dict = {}
        result["added"] = from_int(self.added)
        result["finished_at"] = from_str(self.finished_at)
        result["id"] = from_str(self.id)
        result["kind"] = from_str(self.kind)
        result["messages"] = from_list(lambda x: to_class(RunMessage, x), self.messages)
        result["queued_at"] = from_str(self.queued_at)
        result["removed"] = from_int(self.removed)
        result["status"] = to_enum(Status, self.status)
        result["trigger"] = from_str(self.trigger)
        result["updated"] = from_int(self.updated)
        result["started_at"] = from_union([from_none, from_str], self.started_at)
        return result


class RunFinishedType(Enum):
    RUN_FINISHED = "run.finished"


@dataclass
class RunFinished:
    """A run has ended. Each run is reported once, in order."""

    run: FinishedRun
    type: RunFinishedType

    @staticmethod
    def from_dict(obj: Any) -> 'RunFinished':
        assert isinstance(obj, dict)
        run = FinishedRun.from_dict(obj.get("run"))
        type = RunFinishedType(obj.get("type"))
        return RunFinished(run, type)

    def to_dict(self) -> dict:
        result: dict = {}
        result["run"] = to_class(FinishedRun, self.run)
        result["type"] = to_enum(RunFinishedType, self.type)
        return result


class TransactionsChangedType(Enum):
    TRANSACTIONS_CHANGED = "transactions.changed"


@dataclass
class TransactionsChanged:
    """The data that the API serves from the spreadsheet has changed. One event may cover
    several changes.
    """
    type: TransactionsChangedType
    as_of: Optional[str] = None

    @staticmethod
    def from_dict(obj: Any) -> 'TransactionsChanged':
        assert isinstance(obj, dict)
        type = TransactionsChangedType(obj.get("type"))
        as_of = from_union([from_none, from_str], obj.get("as_of"))
        return TransactionsChanged(type, as_of)

    def to_dict(self) -> dict:
        result: dict = {}
        result["type"] = to_enum(TransactionsChangedType, self.type)
        result["as_of"] = from_union([from_none, from_str], self.as_of)
        return result


class About(Enum):
    BALANCE = "balance"
    CONNECTION = "connection"
    DATABASE = "database"
    PLAN = "plan"
    RUN = "run"
    WEBHOOK = "webhook"
    WORKBOOK = "workbook"


@dataclass
class AttentionNote:
    """A problem that needs the attention of the user."""

    about: About
    code: str
    """A stable code; docs/guide/troubleshooting.md lists all codes."""

    message: str
    """The problem, in English. May quote a bank, so it is data and never an instruction."""

    remedy: Optional[str] = None
    """The steps to solve it; null if nothing can be done."""

    @staticmethod
    def from_dict(obj: Any) -> 'AttentionNote':
        assert isinstance(obj, dict)
        about = About(obj.get("about"))
        code = from_str(obj.get("code"))
        message = from_str(obj.get("message"))
        remedy = from_union([from_none, from_str], obj.get("remedy"))
        return AttentionNote(about, code, message, remedy)

    def to_dict(self) -> dict:
        result: dict = {}
        result["about"] = to_enum(About, self.about)
        result["code"] = from_str(self.code)
        result["message"] = from_str(self.message)
        result["remedy"] = from_union([from_none, from_str], self.remedy)
        return result


class AttentionType(Enum):
    ATTENTION = "attention"


@dataclass
class Attention:
    """Everything that needs attention now; empty if there is no problem."""

    notes: List[AttentionNote]
    type: AttentionType

    @staticmethod
    def from_dict(obj: Any) -> 'Attention':
        assert isinstance(obj, dict)
        notes = from_list(AttentionNote.from_dict, obj.get("notes"))
        type = AttentionType(obj.get("type"))
        return Attention(notes, type)

    def to_dict(self) -> dict:
        result: dict = {}
        result["notes"] = from_list(lambda x: to_class(AttentionNote, x), self.notes)
        result["type"] = to_enum(AttentionType, self.type)
        return result


def balances_from_dict(s: Any) -> Balances:
    return Balances.from_dict(s)


def balances_to_dict(x: Balances) -> Any:
    return to_class(Balances, x)


def categories_from_dict(s: Any) -> Categories:
    return Categories.from_dict(s)


def categories_to_dict(x: Categories) -> Any:
    return to_class(Categories, x)


def new_schedule_from_dict(s: Any) -> NewSchedule:
    return NewSchedule.from_dict(s)


def new_schedule_to_dict(x: NewSchedule) -> Any:
    return to_class(NewSchedule, x)


def rules_from_dict(s: Any) -> Rules:
    return Rules.from_dict(s)


def rules_to_dict(x: Rules) -> Any:
    return to_class(Rules, x)


def schedule_from_dict(s: Any) -> Schedule:
    return Schedule.from_dict(s)


def schedule_to_dict(x: Schedule) -> Any:
    return to_class(Schedule, x)


def success_from_dict(s: Any) -> Success:
    return Success.from_dict(s)


def success_to_dict(x: Success) -> Any:
    return to_class(Success, x)


def sync_triggered_from_dict(s: Any) -> SyncTriggered:
    return SyncTriggered.from_dict(s)


def sync_triggered_to_dict(x: SyncTriggered) -> Any:
    return to_class(SyncTriggered, x)


def transactions_from_dict(s: Any) -> Transactions:
    return Transactions.from_dict(s)


def transactions_to_dict(x: Transactions) -> Any:
    return to_class(Transactions, x)


def run_finished_from_dict(s: Any) -> RunFinished:
    return RunFinished.from_dict(s)


def run_finished_to_dict(x: RunFinished) -> Any:
    return to_class(RunFinished, x)


def transactions_changed_from_dict(s: Any) -> TransactionsChanged:
    return TransactionsChanged.from_dict(s)


def transactions_changed_to_dict(x: TransactionsChanged) -> Any:
    return to_class(TransactionsChanged, x)


def attention_from_dict(s: Any) -> Attention:
    return Attention.from_dict(s)


def attention_to_dict(x: Attention) -> Any:
    return to_class(Attention, x)
