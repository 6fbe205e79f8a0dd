import type { Balance } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import { SumCheck } from '../adds-up.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { ExactSum } from '../exact-sum.ts';
import { BookedDays, settledBalances } from '../stated-balances.ts';
import { bothPeriods } from '../statement-period.ts';
import type { Statement, StatementAccount, StatementPeriod } from '../statement.ts';
import { remembering } from '../remembering.ts';
import { camtAccount, ibanOf } from './camt-account.ts';
import { accountBalances, readBalance, type CamtBalance } from './camt-balances.ts';
import { readEntry, type EntryContext, type ReadEntry } from './camt-entry.ts';
import type { Place } from '../statement-error.ts';
import { camtError } from './camt-error.ts';
import { ProviderIds } from './camt-identity.ts';
import { pageOf } from './camt-pages.ts';
import type { CamtEntry, CamtFields, CamtKind, CamtListener } from './camt-record.ts';
import { CamtTally } from './camt-tally.ts';
import { readCamtDate } from './camt-values.ts';
import * as warnings from './camt-warnings.ts';

/** Puts together what a document tells, entry by entry: what was read of an entry is all that is kept of it. */
export class CamtStatements implements CamtListener {
  readonly #file: string;
  readonly #transactions: BankTransaction[] = [];
  readonly #accounts = new Map<string, StatementAccount>();
  readonly #tallies = new Map<string, CamtTally>();
  readonly #balances: Balance[] = [];
  readonly #warnings: SourceMessage[] = [];
  readonly #readDate = remembering(readCamtDate);
  #header: CamtFields = {};
  #current: OpenStatement | null = null;
  #kind: CamtKind | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Of the first statement; null when there is none. */
  get kind(): CamtKind | null {
    return this.#kind;
  }

  header(fields: CamtFields): void {
    this.#header = fields;
  }

  beginStatement(kind: CamtKind, place: Place): void {
    this.#kind ??= kind;
    this.#current = {
      kind,
      place,
      accountFields: null,
      context: null,
      balances: [],
      unreadableBalances: 0,
      sums: new Map(),
      booked: new BookedDays(),
      entries: 0,
      leftOut: 0,
      splits: 0,
    };
  }

  account(fields: CamtFields, place: Place): void {
    const statement = this.#open();
    if (statement.accountFields !== null)
      throw camtError('statement_unreadable', this.#file, place, { reason: 'twoAccounts' });
    statement.accountFields = fields;
  }

  balance(fields: CamtFields): void {
    const statement = this.#open();
    const balance = readBalance(fields);
    if (balance === null) statement.unreadableBalances += 1;
    else statement.balances.push(balance);
  }

  entry(entry: CamtEntry): void {
    const statement = this.#open();
    statement.entries += 1;
    const read = readEntry((statement.context ??= this.#contextOf(statement, entry.fields['Amt.Ccy'])), entry);
    if (read === null) {
      statement.leftOut += 1;
      return;
    }
    if (read.transactions.length > 1) statement.splits += 1;
    for (const transaction of read.transactions) this.#transactions.push(transaction);
    if (read.status === 'posted') addBooked(statement, read);
  }

  endStatement(fields: CamtFields): void {
    const statement = this.#open();
    const { account } = (statement.context ??= this.#contextOf(statement, undefined));
    const before = this.#accounts.get(account.id);
    this.#accounts.set(account.id, {
      account,
      period: bothPeriods(before?.period ?? null, periodOf(fields)),
    });
    this.#balances.push(...accountBalances(statement.balances, account, statement.booked.first));
    this.#check(statement, account, fields);
    this.#current = null;
  }

  finish(format: string, more: readonly SourceMessage[]): Statement {
    const sums = new SumCheck(this.#file);
    for (const tally of this.#tallies.values()) {
      const warning = tally.warning(this.#file, sums);
      if (warning !== null) this.#warnings.push(warning);
    }
    return {
      format,
      accounts: [...this.#accounts.values()],
      transactions: this.#transactions,
      balances: settledBalances(this.#balances),
      warnings: [...more, ...this.#warnings, ...sums.warnings()],
    };
  }

  #open(): OpenStatement {
    return this.#current as OpenStatement;
  }

  /** The account comes before the entries in every version; what its money is, some files say only in what follows. */
  #contextOf({ kind, place, accountFields, balances }: OpenStatement, entryCurrency: string | undefined): EntryContext {
    const fields = accountFields ?? {};
    const currency = currencyCode(fields['Ccy']) ?? balances[0]?.currency ?? currencyCode(entryCurrency) ?? NO_CURRENCY;
    const found = camtAccount(fields, currency);
    if (found === null) {
      throw camtError('statement_unreadable', this.#file, place, { reason: 'noAccount' });
    }
    const account = this.#sameAccount(found);
    if (currency === NO_CURRENCY) this.#warnings.push(warnings.noCurrency(this.#file, account));
    return {
      file: this.#file,
      kind,
      account,
      ownIban: ibanOf(fields),
      ids: new ProviderIds(),
      readDate: this.#readDate,
    };
  }

  /** One object for each account; one number may hold several currencies. */
  #sameAccount(found: BankAccount): BankAccount {
    const before = this.#accounts.get(found.id)?.account;
    return before?.currency === found.currency ? before : found;
  }

  #check(statement: OpenStatement, account: BankAccount, fields: CamtFields): void {
    const file = this.#file;
    const { balances, sums, entries, leftOut, splits, kind, unreadableBalances } = statement;
    if (unreadableBalances > 0) this.#warnings.push(warnings.unreadableBalance(file, account));
    if (leftOut > 0) this.#warnings.push(warnings.leftOut(file, account, leftOut));
    if (splits > 0 && kind === '054') this.#warnings.push(warnings.splitNotification(file, account, splits));
    const page = pageOf(fields, this.#header);
    const announced = fields['TxsSummry.TtlNtries.NbOfNtries'] ?? '';
    if (page === null && /^\d{1,9}$/.test(announced) && Number(announced) !== entries) {
      this.#warnings.push(warnings.entryCountMismatch(file, account, Number(announced), entries));
    }
    // Pages of one statement count together; any other statement stands for itself.
    const key =
      page === null
        ? `${this.#tallies.size}`
        : `${account.id} ${fields['ElctrncSeqNb'] ?? fields['LglSeqNb'] ?? fields['Id'] ?? ''} paged`;
    const tally = this.#tallies.get(key) ?? new CamtTally(account);
    this.#tallies.set(key, tally);
    tally.add(
      balances,
      [...sums].map(([currency, sum]) => ({ currency, sum: sum.total() })),
      page,
    );
  }
}

interface OpenStatement {
  readonly kind: CamtKind;
  readonly place: Place;
  accountFields: CamtFields | null;
  context: EntryContext | null;
  readonly balances: CamtBalance[];
  unreadableBalances: number;
  readonly sums: Map<string, ExactSum>;
  readonly booked: BookedDays;
  entries: number;
  leftOut: number;
  splits: number;
}

function addBooked(statement: OpenStatement, { amount, currency, date, isValueDate }: ReadEntry): void {
  const { sums, booked } = statement;
  let sum = sums.get(currency);
  if (sum === undefined) sums.set(currency, (sum = new ExactSum()));
  sum.add(amount);
  booked.see(date, isValueDate);
}

function periodOf(fields: CamtFields): StatementPeriod | null {
  const from = readCamtDate(fields['FrToDt.FrDtTm'] ?? fields['FrToDt.FrDt'] ?? '');
  const to = readCamtDate(fields['FrToDt.ToDtTm'] ?? fields['FrToDt.ToDt'] ?? '');
  return from === null || to === null || from > to ? null : { from, to };
}
