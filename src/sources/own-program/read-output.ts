import { isUtf8 } from 'node:buffer';
import type * as z from 'zod/mini';
import { parseCalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { redactLine } from '../../platform/redaction.ts';
import { joinTexts, redactSecrets } from '../bank-texts.ts';
import { asObject, type JsonObject, parseJson, readAmount, textField } from '../json.ts';
import type { ServiceAccount, ServiceBalance, ServiceTransaction } from '../service/bank-protocol.ts';
import { sourceMessage, type SourceMessage } from '../source.ts';
import { LINES } from './output-schema.ts';

export interface PrintedAccount extends ServiceAccount {
  readonly currency: string;
  readonly transactions: ServiceTransaction[];
  readonly balances: Map<string, ServiceBalance>;
  readonly unreadable: { readonly line: number; readonly field: string }[];
  isComplete: boolean;
}

const MAXIMUM_MESSAGES = 50;

/** Rejects output with an invalid line (`source_program_line`). Only counts invalid transactions. `lines`: as JSON, without secrets. */
export function readOutput(bytes: Buffer, program: string, secrets: readonly string[]) {
  const accounts = new Map<string, PrintedAccount>();
  const messages: SourceMessage[] = [];
  const lines: JsonObject[] = [];
  for (const { number, json } of jsonLines(bytes, program)) {
    const refuse = (reason: Reason, detail = ''): never => rejectLine(program, number, reason, detail);
    const line = withoutSecrets(json, secrets) as JsonObject;
    const type = textField(line, 'type') ?? '';
    if (lines.length === 0 && type !== 'schema') refuse('first');
    lines.push(line);
    const read = <Value>(schema: z.ZodMiniType<Value>): Value => {
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
        if (messages.length === MAXIMUM_MESSAGES) refuse('messages');
        const words = displayText(text, secrets) ?? refuse('other', 'text');
        messages.push(sourceMessage(severity, problem('source_program_says', { program, words })));
        lines[lines.length - 1] = { ...line, text: words };
        break;
      }
      default:
        refuse('type', oneLine(type, 100));
    }
  }
  if (accounts.size === 0) throw createError('source_program_empty', { program });
  return { accounts: [...accounts.values()], messages, lines };
}

function readTransaction(
  line: JsonObject,
  accountCurrency: string,
): Extract<ServiceTransaction, { date: unknown }> | { readonly field: string } {
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

const MAXIMUM_LINE_BYTES = 1024 * 1024;

function* jsonLines(bytes: Buffer, program: string): Generator<{ readonly number: number; readonly json: JsonObject }> {
  for (let from = 0, number = 1; from < bytes.length; number += 1) {
    const end = bytes.indexOf(0x0a, from);
    const isLast = end === -1;
    const piece = bytes.subarray(from, isLast ? bytes.length : end);
    from = isLast ? bytes.length : end + 1;
    if (piece.length > MAXIMUM_LINE_BYTES) rejectLine(program, number, 'long');
    if (!isUtf8(piece)) rejectLine(program, number, 'encoding');
    const text = piece.toString('utf8');
    if (text.trim() === '') continue;
    yield { number, json: asObject(parseJson(text)) ?? rejectLine(program, number, isLast ? 'cut' : 'json') };
  }
}

type Reason = ProblemParameters['source_program_line']['reason'];

function rejectLine(program: string, line: number, reason: Reason, detail = ''): never {
  throw createError('source_program_line', { program, line: String(line), reason, detail });
}

/** Characters. Redacts even a PIN of four digits, because redacting an equal word in a message does no harm. */
const SHORTEST_IN_WORDS = 4;
const LONGEST = 400;

function displayText(text: string, secrets: readonly string[]): string | null {
  const redacted = redactSecrets(text, secrets, SHORTEST_IN_WORDS);
  const { words } = JSON.parse(redactLine(JSON.stringify({ words: redacted.toWellFormed() }))) as {
    readonly words: string;
  };
  return oneLine(words, LONGEST) || null;
}

const LAST_LINES = 3;

export function lastErrorLines(text: string, secrets: readonly string[]): string | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return displayText(lines.slice(-LAST_LINES).join(' · '), secrets);
}
