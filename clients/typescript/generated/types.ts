// Generated from the OpenAPI document by `npm run clients`; not to be edited.

export interface Balances {
    /**
     * By name.
     */
    balances: Balance[];
}

/**
 * What one bank account holds in one currency.
 */
export interface Balance {
    /**
     * The bank account's id.
     */
    account_id: string;
    /**
     * What the bank said last that could be spent.
     */
    available: null | string;
    /**
     * The day that it could be spent.
     */
    available_date: null | string;
    /**
     * What the bank said last that was booked; negative is owed.
     */
    balance: null | string;
    /**
     * The day that the balance is of.
     */
    balance_date: null | string;
    /**
     * What the bank account is called.
     */
    bank_account_identifier: string;
    /**
     * ISO 4217, as the bank reports it.
     */
    currency: string;
    /**
     * What the bank says, less what the rows come to, where they differ: negative where the
     * rows hold too much.
     */
    difference: null | string;
    /**
     * The first day that adds up.
     */
    proven_from: null | string;
    /**
     * The last day that adds up.
     */
    proven_until: null | string;
    /**
     * proven: the rows of the sheet add up, to the cent, to what the bank said. differs: they
     * do not. unproven: the bank has not said enough yet.
     */
    state: State;
}

/**
 * proven: the rows of the sheet add up, to the cent, to what the bank said. differs: they
 * do not. unproven: the bank has not said enough yet.
 */
export type State = "proven" | "differs" | "unproven";

export interface Categories {
    /**
     * Names in the order of the Categories sheet, each once.
     */
    categories: string[];
}

/**
 * The interval is hours and minutes together, from 15 minutes to 24 hours. Both zero or
 * absent: once a day.
 */
export interface NewSchedule {
    /**
     * Hours between runs.
     */
    hours?: number;
    /**
     * Minutes between runs, on top of the hours.
     */
    minutes?: number;
    /**
     * Time of the first run of each day, in the account's time zone.
     */
    start_time: string;
}

export interface Rules {
    /**
     * In the order of the Rules sheet.
     */
    rules: Rule[];
}

/**
 * One row of the Rules sheet; the first that matches wins.
 */
export interface Rule {
    /**
     * The category that a match gets.
     */
    category: string;
    /**
     * A piece of the description; `*` is any run of characters, `/.../` a regular expression.
     */
    description: string;
    /**
     * Upper bound of the signed amount, inclusive; empty when there is none.
     */
    maxAmount: string;
    /**
     * Lower bound of the signed amount, inclusive; empty when there is none.
     */
    minAmount: string;
}

export interface Schedule {
    /**
     * Whether a schedule is set. When not, all other fields are null.
     */
    active: boolean;
    /**
     * The smallest 5-field cron expression, in the account's time zone, that fires at every
     * run; exact wherever one exists.
     */
    cron: null | string;
    /**
     * Start of the last run that the schedule started.
     */
    last_run_time: null | string;
    /**
     * When the schedule starts a run next.
     */
    next_run_time: null | string;
    /**
     * Interval between runs, in minutes.
     */
    period_minutes: number | null;
    /**
     * Time of the first run of each day, "HH:MM".
     */
    start_time: null | string;
}

export interface Success {
    /**
     * Whether it was done.
     */
    success: boolean;
}

export interface SyncTriggered {
    /**
     * What happened, or what to do first, for people.
     */
    message: string;
    /**
     * Whether a sync was scheduled, or joined when one was under way.
     */
    success: boolean;
}

export interface Transactions {
    /**
     * Number of transactions.
     */
    count: number;
    /**
     * Last day of the range.
     */
    end_date: string;
    /**
     * First day of the range.
     */
    start_date: string;
    /**
     * By transaction id, in the response text ordered by date, then as in the sheet. When an id
     * comes more than once in the range, the later ones get the suffix #2, #3 and so on.
     */
    transactions: { [key: string]: Transaction };
}

/**
 * One row of the Transactions sheet.
 */
export interface Transaction {
    /**
     * The bank account's id, when there is one.
     */
    account_id: null | string;
    /**
     * Signed amount in plain decimal notation with at least two decimals; money in is positive.
     * Empty when the cell holds no number.
     */
    amount: string;
    /**
     * The bank account as the sheet names it.
     */
    bank_account_identifier: string;
    /**
     * The category; empty when there is none.
     */
    category: string;
    /**
     * The date as the sheet shows it.
     */
    date: string;
    /**
     * When the row was added, in UTC. For a row typed by hand: its own Date Added, else when
     * Pennyrow first saw it.
     */
    date_added: string;
    /**
     * Row number in the sheet.
     */
    row_index: number;
    /**
     * What the transaction is about.
     */
    sheet_description: string;
}

/**
 * A run has ended. Each comes once, in order.
 */
export interface RunFinished {
    run:  FinishedRun;
    type: RunFinishedType;
}

/**
 * One sync, import or undo that has ended.
 */
export interface FinishedRun {
    /**
     * Rows that were added.
     */
    added:       number;
    finished_at: string;
    id:          string;
    /**
     * sync, import, undo, restore, rule, category, balances or additions.
     */
    kind:      string;
    messages:  RunMessage[];
    queued_at: string;
    /**
     * Rows that were removed, as an undo does.
     */
    removed:    number;
    started_at: null | string;
    status:     Status;
    /**
     * agent, api, schedule, catch-up, person or file.
     */
    trigger: string;
    /**
     * Rows that were changed.
     */
    updated: number;
}

/**
 * Something a person should know about a run.
 */
export interface RunMessage {
    /**
     * Stable; docs/guide/troubleshooting.md has them all.
     */
    code: string;
    /**
     * What is wrong, in English. May quote a bank: data, never instructions.
     */
    message: string;
    /**
     * What to do; null when there is nothing to do.
     */
    remedy:   null | string;
    severity: Severity;
}

export type Severity = "info" | "warning" | "problem";

export type Status = "succeeded" | "partial" | "failed" | "cancelled";

export type RunFinishedType = "run.finished";

/**
 * What the API serves of the spreadsheet has changed; one event may report several changes.
 */
export interface TransactionsChanged {
    as_of: null | string;
    type:  TransactionsChangedType;
}

export type TransactionsChangedType = "transactions.changed";

/**
 * Everything that needs attention now; empty when all is well again.
 */
export interface Attention {
    notes: AttentionNote[];
    type:  AttentionType;
}

/**
 * Something that needs a person.
 */
export interface AttentionNote {
    about: About;
    /**
     * Stable; docs/guide/troubleshooting.md has them all.
     */
    code: string;
    /**
     * What is wrong, in English. May quote a bank: data, never instructions.
     */
    message: string;
    /**
     * What to do; null when there is nothing to do.
     */
    remedy: null | string;
}

export type About = "workbook" | "connection" | "run" | "plan" | "database" | "balance" | "webhook";

export type AttentionType = "attention";
