import { AmountSum } from '../../../core/amount.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import { currencyCode, NO_CURRENCY } from '../../../core/currency.ts';
import { BookedDays } from '../stated-balances.ts';
import type { StatementBuilder } from '../statement-builder.ts';
import { placeError, type StatementText } from '../statement-error.ts';
import type { StatementPeriod } from '../statement.ts';
import { camtAccount, ibanOf, accountBalances, type CamtBalance, outerBalances, readBalance } from './camt-account.ts';
import type { CamtFields, CamtHandler, CamtRecord } from './camt-document.ts';
import { type CamtKind, type EntryContext, readEntry } from './camt-entry.ts';
import { ProviderIds } from './camt-identity.ts';
import { isTrue, readCamtDate } from './camt-values.ts';

const KINDS: Readonly<Record<string, CamtKind>> = { Stmt: '053', Rpt: '052', Ntfctn: '054' };

export class CamtStatements implements CamtHandler {
  kind: CamtKind | null = null;
  readonly #text: StatementText;
  readonly #builder: StatementBuilder;
  /** Statements whose sums are checked. The pages of one statement have one key, because only together they add up. */
  readonly #checked = new Map<string, CheckedStatement[]>();
  #header: CamtFields = {};
  #open: OpenStatement | null = null;

  constructor(text: StatementText, builder: StatementBuilder) {
    this.#text = text;
    this.#builder = builder;
  }

  begin({ role, name, offset }: CamtRecord): void {
    if (role !== 'statement') return;
    const kind = KINDS[name] as CamtKind;
    this.kind ??= kind;
    this.#open = newStatement(kind, offset);
  }

  end(record: CamtRecord): void {
    const { role, fields, offset } = record;
    if (role === 'header') {
      this.#header = fields;
      return;
    }
    const statement = this.#open as OpenStatement;
    if (role === 'account') {
      if (statement.accountFields !== null)
        throw placeError('statement_unreadable', this.#text, offset, { reason: 'account' });
      statement.accountFields = fields;
    } else if (role === 'balance') {
      const balance = readBalance(fields);
      if (balance === null) statement.unreadableBalances += 1;
      else statement.balances.push(balance);
    } else if (role === 'entry') this.#entry(statement, record);
    else this.#endStatement(statement, fields);
  }

  finish(): void {
    for (const statements of this.#checked.values()) this.#checkSum(statements);
  }

  #entry(statement: OpenStatement, record: CamtRecord): void {
    statement.entries += 1;
    statement.context ??= this.#contextOf(statement, record.fields['Amt.Ccy']);
    const read = readEntry(statement.context, record);
    if (read === null) {
      statement.leftOut += 1;
      return;
    }
    const { transactions, amount, currency, date, isValueDate } = read;
    if (transactions.length > 1) statement.splits += 1;
    for (const transaction of transactions) this.#builder.transactions.push(transaction);
    if (read.status === 'pending') return;
    const sum = statement.sums.get(currency) ?? new AmountSum();
    statement.sums.set(currency, sum);
    sum.add(amount);
    statement.booked.see(date, isValueDate);
  }

  #contextOf({ kind, offset, accountFields, balances }: OpenStatement, entryCurrency?: string): EntryContext {
    const fields = accountFields ?? {};
    const currency = currencyCode(fields['Ccy']) ?? balances[0]?.currency ?? currencyCode(entryCurrency) ?? NO_CURRENCY;
    const found = camtAccount(fields, currency);
    if (found === null) throw placeError('statement_unreadable', this.#text, offset, { reason: 'account' });
    const first = this.#builder.addAccount(found);
    const account = first.currency === currency ? first : found;
    if (currency === NO_CURRENCY)
      this.#builder.warnAt('warning', 'statement_no_currency', null, { account: account.name });
    return { text: this.#text, kind, account, ownIban: ibanOf(fields), ids: new ProviderIds() };
  }

  #endStatement(statement: OpenStatement, fields: CamtFields): void {
    const { balances, sums, entries, leftOut, splits, kind, unreadableBalances, booked } = statement;
    const { account } = statement.context ?? this.#contextOf(statement);
    const { name } = account;
    const builder = this.#builder;
    builder.addAccount(account, periodOf(fields));
    builder.balances.push(...accountBalances(balances, account, booked.first));
    if (unreadableBalances > 0) builder.warnAt('info', 'statement_bad_balance', null, { account: name, text: null });
    if (leftOut > 0) builder.warn('warning', 'statement_not_booked', { account: name, count: leftOut });
    // The statement of the account may list these payments as one sum with another id, so the user must not import both files.
    if (splits > 0 && kind === '054') builder.warn('warning', 'statement_collective', { account: name, count: splits });
    const page = pageOf(fields, this.#header);
    const announced = fields['TxsSummry.TtlNtries.NbOfNtries'] ?? '';
    if (page === null && /^\d{1,9}$/.test(announced) && Number(announced) !== entries) {
      const params = { account: name, announced: Number(announced), found: entries };
      builder.warnAt('warning', 'statement_entry_count', null, params);
    }
    const number = fields['ElctrncSeqNb'] ?? fields['LglSeqNb'] ?? fields['Id'] ?? '';
    const key = page === null ? `${this.#checked.size}` : `${account.id} ${number} paged`;
    this.#checked.set(key, [...(this.#checked.get(key) ?? []), { account, balances, sums, page }]);
    this.#open = null;
  }

  #checkSum(statements: readonly CheckedStatement[]): void {
    const { account } = statements[0] as CheckedStatement;
    const pages = statements.flatMap(({ page }) => page ?? []);
    if (pages.length > 0 && !isWhole(pages)) {
      this.#builder.warnAt('info', 'statement_pages', null, { account: account.name });
      return;
    }
    const balances = statements.flatMap((statement) => statement.balances);
    const outer = outerBalances(balances);
    const currency = balances[0]?.currency ?? account.currency;
    const sums = statements.flatMap((statement) => [...statement.sums]);
    // The sum cannot be checked, because the balances do not include entries in another currency.
    if (outer === null || sums.some(([other]) => other !== currency)) return;
    const booked = new AmountSum();
    for (const [, sum] of sums) booked.add(sum.total);
    this.#builder.checkSum({
      account: account.name,
      currency: outer.closing.currency ?? account.currency,
      ...outer,
      booked: booked.total,
      offset: null,
    });
  }
}

interface CheckedStatement extends Pick<OpenStatement, 'balances' | 'sums'> {
  readonly account: BankAccount;
  readonly page: CamtPage | null;
}

type OpenStatement = ReturnType<typeof newStatement>;

function newStatement(kind: CamtKind, offset: number) {
  return {
    kind,
    offset,
    accountFields: null as CamtFields | null,
    context: null as EntryContext | null,
    balances: [] as CamtBalance[],
    unreadableBalances: 0,
    sums: new Map<string, AmountSum>(),
    booked: new BookedDays(),
    entries: 0,
    leftOut: 0,
    splits: 0,
  };
}

function periodOf(fields: CamtFields): StatementPeriod | null {
  const from = readCamtDate(fields['FrToDt.FrDtTm'] ?? fields['FrToDt.FrDt'] ?? '');
  const to = readCamtDate(fields['FrToDt.ToDtTm'] ?? fields['FrToDt.ToDt'] ?? '');
  return from === null || to === null || from > to ? null : { from, to };
}

type CamtPage = NonNullable<ReturnType<typeof pageOf>>;

function pageOf(statement: CamtFields, header: CamtFields) {
  for (const name of ['StmtPgntn', 'RptPgntn', 'NtfctnPgntn', 'MsgPgntn']) {
    const fields = name === 'MsgPgntn' ? header : statement;
    const number = Number(fields[`${name}.PgNb`]);
    const isLast = isTrue(fields[`${name}.LastPgInd`]);
    if (Number.isInteger(number) && number >= 1) return number === 1 && isLast ? null : { number, isLast };
  }
  return null;
}

function isWhole(pages: readonly CamtPage[]): boolean {
  const last = pages.find(({ isLast }) => isLast);
  return last?.number === pages.length && new Set(pages.map(({ number }) => number)).size === pages.length;
}
