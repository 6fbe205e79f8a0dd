import type { Balance } from '../../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import { SumCheck, ExactSum } from '../sum-check.ts';
import { currencyCode, NO_CURRENCY } from '../currency.ts';
import { BookedDays, settledBalances } from '../stated-balances.ts';
import { combinePeriods, type Statement, type StatementAccount, type StatementPeriod } from '../statement.ts';
import { memoize } from '../../../core/memoize.ts';
import { camtAccount, ibanOf } from './camt-account.ts';
import { accountBalances, readBalance, type CamtBalance, outerBalances } from './camt-balances.ts';
import { readEntry, type EntryContext, type ReadEntry } from './camt-entry.ts';
import { fileMessage, type Place } from '../statement-error.ts';
import { oneLine } from '../../../core/one-line.ts';
import { camtError } from './camt-xml.ts';
import { ProviderIds } from './camt-identity.ts';
import {
  pageOf,
  isWhole,
  type CamtPage,
  type CamtEntry,
  type CamtFields,
  type CamtKind,
  type CamtListener,
} from './camt-record.ts';
import { readCamtDate } from './camt-values.ts';
import type { Amount } from '../../../core/amount.ts';

export class CamtStatements implements CamtListener {
  readonly #file: string;
  readonly #transactions: BankTransaction[] = [];
  readonly #accounts = new Map<string, StatementAccount>();
  readonly #tallies = new Map<string, CamtTally>();
  readonly #balances: Balance[] = [];
  readonly #warnings: SourceMessage[] = [];
  readonly #readDate = memoize(readCamtDate);
  #header: CamtFields = {};
  #current: OpenStatement | null = null;
  #kind: CamtKind | null = null;

  constructor(file: string) {
    this.#file = file;
  }

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
      period: combinePeriods(before?.period ?? null, periodOf(fields)),
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

  #contextOf({ kind, place, accountFields, balances }: OpenStatement, entryCurrency: string | undefined): EntryContext {
    const fields = accountFields ?? {};
    const currency = currencyCode(fields['Ccy']) ?? balances[0]?.currency ?? currencyCode(entryCurrency) ?? NO_CURRENCY;
    const found = camtAccount(fields, currency);
    if (found === null) {
      throw camtError('statement_unreadable', this.#file, place, { reason: 'noAccount' });
    }
    const account = this.#sameAccount(found);
    if (currency === NO_CURRENCY)
      this.#warnings.push(
        fileMessage('warning', 'statement_no_currency', this.#file, { account: account.name, line: null, more: null }),
      );
    return {
      file: this.#file,
      kind,
      account,
      ownIban: ibanOf(fields),
      ids: new ProviderIds(),
      readDate: this.#readDate,
    };
  }

  #sameAccount(found: BankAccount): BankAccount {
    const before = this.#accounts.get(found.id)?.account;
    return before?.currency === found.currency ? before : found;
  }

  #check(statement: OpenStatement, account: BankAccount, fields: CamtFields): void {
    const { name } = account;
    const { balances, sums, entries, leftOut, splits, kind, unreadableBalances } = statement;
    if (unreadableBalances > 0)
      this.#warnings.push(
        fileMessage('info', 'statement_bad_balance', this.#file, { account: name, text: null, line: null, more: null }),
      );
    if (leftOut > 0)
      this.#warnings.push(
        fileMessage('warning', 'statement_not_booked', this.#file, { account: name, count: leftOut }),
      );
    // A notification may list parts of what the statement shows as one sum, and neither says so.
    if (splits > 0 && kind === '054')
      this.#warnings.push(fileMessage('warning', 'statement_collective', this.#file, { account: name, count: splits }));
    const page = pageOf(fields, this.#header);
    const announced = fields['TxsSummry.TtlNtries.NbOfNtries'] ?? '';
    if (page === null && /^\d{1,9}$/.test(announced) && Number(announced) !== entries) {
      const params = { account: name, announced: Number(announced), found: entries, line: null, more: null };
      this.#warnings.push(fileMessage('warning', 'statement_entry_count', this.#file, params));
    }
    // The pages of one statement are added up; other statements are separate.
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

/** Compares the balances of a statement, including all its pages, with its entries. */
class CamtTally {
  readonly account: BankAccount;
  readonly #balances: CamtBalance[] = [];
  readonly #pages: CamtPage[] = [];
  readonly #booked = new ExactSum();
  /** False after an entry in another currency, which the balances do not include. */
  #isClear = true;

  constructor(account: BankAccount) {
    this.account = account;
  }

  add(balances: readonly CamtBalance[], booked: readonly BookedSum[], page: CamtPage | null): void {
    for (const balance of balances) this.#balances.push(balance);
    for (const { currency, sum } of booked) {
      if (currency === (this.#balances[0]?.currency ?? this.account.currency)) this.#booked.add(sum);
      else this.#isClear = false;
    }
    if (page !== null) this.#pages.push(page);
  }

  /** The warning about missing pages; null if there are none. Then checks the sum. */
  warning(file: string, sums: SumCheck): SourceMessage | null {
    if (this.#pages.length > 0 && !isWhole(this.#pages)) {
      const pages = oneLine(this.#pages.map(({ number }) => number).join(', '), 60);
      const params = { reason: 'other', account: this.account.name, pages, line: null, more: null } as const;
      return fileMessage('info', 'statement_pages', file, params);
    }
    const outer = this.#isClear ? outerBalances(this.#balances) : null;
    if (outer === null) return null;
    const { opening, closing } = outer;
    sums.see({
      account: this.account.name,
      currency: closing.currency ?? this.account.currency,
      opening,
      closing,
      booked: this.#booked.total(),
      line: null,
    });
    return null;
  }
}

interface BookedSum {
  readonly currency: string;
  readonly sum: Amount;
}
