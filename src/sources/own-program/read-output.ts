import { parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { joinTexts } from '../join-texts.ts';
import { asObject, textField, type JsonObject } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import { redactSecrets } from '../redact-secrets.ts';
import type { ServiceAccount, ServiceBalance, ServiceTransaction } from '../service/bank-protocol.ts';
import type { SourceMessage } from '../source.ts';
import { jsonLines, refused, type Reason } from './json-lines.ts';
import { LINES } from './lines.ts';
import { plainWords } from './plain-words.ts';

/** What a program printed, checked line by line. */
export interface ProgramOutput {
  readonly accounts: readonly PrintedAccount[];
  readonly messages: readonly SourceMessage[];
  /** The lines as JSON, without secrets. */
  readonly lines: readonly JsonObject[];
}

export interface PrintedAccount extends ServiceAccount {
  readonly currency: string;
  readonly transactions: ServiceTransaction[];
  readonly balances: Map<string, ServiceBalance>;
  /** Transactions that cannot be read: the first one's line and field. */
  readonly unreadable: { readonly line: number; readonly field: string }[];
  isComplete: boolean;
}

interface Reader {
  /** For people. */
  readonly program: string;
  readonly secrets: readonly string[];
}

const MOST_MESSAGES = 50;

/**
 * The output as the schema says: whole, or not at all. A transaction alone that is not as it should be is left out,
 * counted and told, as one of a bank is.
 *
 * @throws PennyrowError source_program_line, which names the first line that is no use
 */
export function readOutput(bytes: Buffer, { program, secrets }: Reader): ProgramOutput {
  const accounts = new Map<string, PrintedAccount>();
  const messages: SourceMessage[] = [];
  const lines: JsonObject[] = [];
  for (const { number, json } of jsonLines(bytes, program)) {
    const refuse = (reason: Reason, detail = ''): never => refused(program, number, reason, detail);
    const line = withoutSecrets(json, secrets) as JsonObject;
    const type = textField(line, 'type') ?? '';
    if (lines.length === 0 && type !== 'schema') refuse('first');
    lines.push(line);
    /** A line of this type, or a refusal that names its first field that is not as it should be. */
    const read = <Value>(schema: Checked<Value>): Value => {
      const checked = schema.safeParse(line);
      return checked.success ? checked.data : refuse('other', String(checked.error.issues[0]?.path[0] ?? type));
    };
    const accountOf = (id: string): PrintedAccount => accounts.get(id) ?? refuse('account', oneLine(id, 100));
    switch (type) {
      case 'schema':
        if (!LINES.schema.safeParse(line).success) refuse('version', oneLine(String(line['version']), 20));
        break;
      case 'account': {
        const { id, name, number: iban, bank, currency } = read(LINES.account);
        if (accounts.has(id)) refuse('again', oneLine(id, 100));
        accounts.set(id, {
          id,
          identity: JSON.stringify([program, id]),
          name,
          number: iban ?? null,
          bank: bank ?? null,
          currency: currency.toUpperCase(),
          transactions: [],
          balances: new Map(),
          unreadable: [],
          isComplete: false,
        });
        break;
      }
      case 'transaction': {
        const to = accountOf(textField(line, 'account') ?? refuse('other', 'account'));
        const transaction = readTransaction(line, to.currency);
        if ('field' in transaction) to.unreadable.push({ line: number, field: transaction.field });
        else to.transactions.push(transaction);
        break;
      }
      case 'balance': {
        const { account, kind, amount, currency, date } = read(LINES.balance);
        const of = accountOf(account);
        const balance: ServiceBalance = {
          kind,
          amount: readAmount(amount) ?? refuse('other', 'amount'),
          currency: (currency ?? of.currency).toUpperCase(),
          date: parseCalendarDate(date) ?? refuse('other', 'date'),
          at: null,
        };
        of.balances.set(JSON.stringify([kind, balance.currency, date]), balance);
        break;
      }
      case 'complete':
        accountOf(read(LINES.complete).account).isComplete = true;
        break;
      case 'message': {
        const { severity, text } = read(LINES.message);
        if (messages.length === MOST_MESSAGES) refuse('messages');
        const words = plainWords(text, secrets) ?? refuse('other', 'text');
        messages.push({ severity, ...report(problem('source_program_says', { program, words })) });
        lines[lines.length - 1] = { ...line, text: words };
        break;
      }
      default:
        refuse('type', oneLine(type, 100));
    }
  }
  if (accounts.size === 0) throw new PennyrowError(problem('source_program_empty', { program }));
  return { accounts: [...accounts.values()], messages, lines };
}

interface Checked<Value> {
  safeParse(
    line: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly path: PropertyKey[] }[] } };
}

type Unreadable = { readonly field: string };

function readTransaction(
  line: JsonObject,
  accountCurrency: string,
): Extract<ServiceTransaction, { date: unknown }> | Unreadable {
  const checked = LINES.transaction.safeParse(line);
  if (!checked.success) return { field: String(checked.error.issues[0]?.path[0] ?? '') };
  const { id = null, date: day, amount: money, currency, description, status, balanceAfter } = checked.data;
  const date = parseCalendarDate(day);
  const amount = readAmount(money);
  const after = balanceAfter === undefined ? undefined : readAmount(balanceAfter);
  if (id !== null && oneLine(id) !== id) return { field: 'id' };
  if (date === null) return { field: 'date' };
  if (amount === null) return { field: 'amount' };
  if (after === null) return { field: 'balanceAfter' };
  return {
    providerId: id,
    date,
    amount,
    currency: (currency ?? accountCurrency).toUpperCase(),
    description: joinTexts([description]),
    status: status ?? 'posted',
    ...(after === undefined ? {} : { balanceAfter: after }),
    raw: line,
  };
}

/** A secret that the program prints is hidden, wherever it stands in a value. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (typeof value === 'string') return redactSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, secrets));
  const object = asObject(value);
  if (object === null) return value;
  return Object.fromEntries(
    Object.entries(object).map(([name, one]) => [redactSecrets(name, secrets), withoutSecrets(one, secrets)]),
  );
}
