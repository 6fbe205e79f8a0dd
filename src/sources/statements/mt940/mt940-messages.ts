import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { currencyCode } from '../../../core/currency.ts';
import { readMt940Amount, readMt940Date, signed } from './mt940-values.ts';

/** A tagged field, ":61:…", with its continuation lines. */
export interface Mt940Field {
  readonly tag: string;
  /** The start of its line, for error messages. */
  readonly offset: number;
  readonly start: number;
  text: string;
}

export interface Mt940Entry {
  readonly line: Mt940Field;
  readonly details: Mt940Field[];
}

export interface Mt940Message {
  readonly start: Mt940Field;
  readonly header: string;
  readonly entries: Mt940Entry[];
  readonly fields: Map<string, Mt940Field>;
  end: number;
  isEnded: boolean;
  /** The entry to which the next fields with details belong. */
  entry: Mt940Entry | null;
}

/** A statement of booked entries (MT940, MT950, MT941), or an interim report of the day (MT942). */
export type Mt940Kind = 'statement' | 'interim';

/** Skips the lines that banks add around messages. Throws for fields outside of messages and for other text. */
export function* mt940Messages(statement: StatementText): Generator<Mt940Message, void, void> {
  const { text } = statement;
  let message: Mt940Message | null = null;
  let last: Mt940Field | null = null;
  let headerStart = 0;
  for (let offset = 0, next = 0; offset < text.length; offset = next) {
    const lineBreak = text.indexOf('\n', offset);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    const end = lineEnd > offset && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
    next = lineEnd + 1;
    if (message === null || last === null) {
      const start = messageStart(text, offset, end);
      const field = fieldAt(text, start, end);
      if (field?.tag === '20') {
        message = newMessage(field, text.slice(headerStart, start));
        last = field;
      } else if (text[start] === ':' && !MESSAGE_TYPE.test(text.slice(start, end))) {
        const fault = { reason: 'misplaced', text: excerpt(text.slice(start, end)) } as const;
        throw placeError('statement_unreadable', statement, start, fault);
      }
      continue;
    }
    const field = fieldAt(text, offset, end);
    const isText = CONTINUED.has(last.tag) || !TAGS.has(last.tag);
    if (field !== null && (TAGS.has(field.tag) || !CONTINUED.has(last.tag))) {
      if (field.tag === '20') {
        yield { ...message, isEnded: true };
        message = newMessage(field, '');
      } else {
        addField(statement, message, field);
        message.end = end;
      }
      last = field;
      continue;
    }
    const isEnd = endsMessage(text, offset, end, lineEnd);
    if (!isEnd && isText) {
      last.text = text.slice(last.start, end);
      message.end = end;
    } else if (isEnd || text.slice(offset, end).trim() !== '') {
      if (!isEnd && !CLOSING_TAGS.has(last.tag)) {
        // Skipped, because a savings bank writes "-" after the opening balance of a page.
        if (text.slice(offset, end).trim() === '-') continue;
        const fault = { reason: 'misplaced', text: excerpt(text.slice(offset, end)) } as const;
        throw placeError('statement_unreadable', statement, offset, fault);
      }
      yield { ...message, isEnded: true };
      message = null;
      headerStart = offset;
      // Reads the line again, because it may begin the next message.
      if (!isEnd) next = offset;
    }
  }
  if (message !== null) yield message;
}

function newMessage(start: Mt940Field, header: string): Mt940Message {
  const end = start.start + start.text.length;
  return { start, header, entries: [], fields: new Map(), end, isEnded: false, entry: null };
}

function addField(statement: StatementText, message: Mt940Message, field: Mt940Field): void {
  const { tag, offset } = field;
  if (tag === '61') {
    if (oneOf(message, CLOSING) !== null)
      throw placeError('statement_unreadable', statement, offset, { reason: 'outside' });
    message.entry = { line: field, details: [] };
    message.entries.push(message.entry);
  } else if (message.entry !== null && (tag === '86' || tag === 'NS')) {
    message.entry.details.push(field);
  } else {
    message.entry = null;
    const alike = [OPENING, CLOSING, ACCOUNT].find((tags) => tags.includes(tag)) ?? [];
    if (oneOf(message, alike) !== null)
      throw placeError('statement_unreadable', statement, offset, { reason: 'twice', text: tag });
    if (!message.fields.has(tag)) message.fields.set(tag, field);
  }
}

function messageStart(text: string, from: number, end: number): number {
  const block = text.slice(from, end).lastIndexOf(TEXT_BLOCK);
  const start = block === -1 ? from : from + block + TEXT_BLOCK.length;
  return start + (/^[\0- ]*/.exec(text.slice(start, end))?.[0].length ?? 0);
}

function fieldAt(text: string, offset: number, end: number): Mt940Field | null {
  if (text[offset] !== ':') return null;
  const tag = TAG.exec(text.slice(offset, Math.min(end, offset + 5)))?.[1];
  if (tag === undefined) return null;
  const start = offset + tag.length + 2;
  return { tag, offset, start, text: text.slice(start, end) };
}

/** A lone "-" ends a message unless another field of the message follows. */
function endsMessage(text: string, offset: number, end: number, lineEnd: number): boolean {
  if (text.startsWith('{1:', offset) || text.startsWith('-}', offset)) return true;
  return /^-[\s\p{Cc}$]*$/u.test(text.slice(offset, end)) && !isFollowedByField(text, lineEnd + 1);
}

/** True if the next field belongs to the same message. Banks put a few lines at most between messages. */
function isFollowedByField(text: string, from: number): boolean {
  let offset = from;
  for (let line = 0; line < LINES_BETWEEN && offset < text.length; line += 1) {
    if (text.startsWith('{1:', offset) || text.startsWith('-}', offset)) return false;
    const end = text.indexOf('\n', offset);
    const tag = fieldAt(text, offset, end === -1 ? text.length : end)?.tag;
    if (tag !== undefined && TAGS.has(tag)) return tag !== '20';
    if (end === -1) return false;
    offset = end + 1;
  }
  return false;
}

/** Throws `statement_truncated` if the message seems cut off. `isClosed`: an earlier message has a closing balance. */
export function kindOfMessage(statement: StatementText, message: Mt940Message, isClosed: boolean): Mt940Kind | null {
  const has = (tags: readonly string[]): boolean => oneOf(message, tags) !== null;
  if (has(CLOSING)) return 'statement';
  const mayBeWhole = message.isEnded || (!isClosed && statement.text.endsWith('\n'));
  if (has(OPENING) && message.entries.length > 0 && mayBeWhole) return 'statement';
  const isInterim = !has(OPENING) && (has(INTERIM) || /\{2:[IO]942/.test(message.header));
  if (isInterim && (message.isEnded || has(TOTALS))) return 'interim';
  const isOther = !isInterim && message.entries.length === 0 && !has(OPENING);
  if (isOther && [...message.fields.keys()].some((tag) => !ALWAYS.has(tag))) return null;
  throw placeError('statement_truncated', statement, message.start.offset, { reason: 'begun' });
}

export function oneOf({ fields }: Mt940Message, tags: readonly string[]): Mt940Field | null {
  const tag = tags.find((one) => fields.has(one));
  return tag === undefined ? null : (fields.get(tag) ?? null);
}

const OPENING = ['60F', '60M'];
export const CLOSING = ['62F', '62M'];
export const ACCOUNT = ['25', '25P'];
export const TOTALS = ['90D', '90C'];
const INTERIM = ['34F', '13D', '13', ...TOTALS];
const ALWAYS = new Set(['20', '21', '25', '25P', '28', '28C', '86']);

const TAGS = new Set('13 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS'.split(' '));
const TAG = /^:(\d\d[A-Z]?|NS):/;
const CONTINUED = new Set(['61', '86', 'NS', '25P']);
/** Fields after which a message may end without a "-". */
const CLOSING_TAGS = new Set(['62F', '62M', '64', '65', '90C', '90D']);

/** Some banks write the message type as a field before the message. */
const MESSAGE_TYPE = /^:9(?:4[0-3]|50):/;
const LINES_BETWEEN = 20;
const TEXT_BLOCK = '{4:';

export type Mt940Balance = NonNullable<ReturnType<typeof readBalance>>;

export type Mt940Balances = ReturnType<typeof readBalances>;

export function readBalances(statement: StatementText, message: Mt940Message) {
  const [first, last] = [oneOf(message, OPENING), oneOf(message, CLOSING)];
  const [opening, closing] = [readBalance(first), readBalance(last)];
  if (last !== null && closing === null && last.start + last.text.length === statement.text.length)
    throw placeError('statement_truncated', statement, last.offset, { reason: 'other' });
  const unreadable = [opening === null ? first : null, closing === null ? last : null].filter(
    (field) => field !== null,
  );
  return { opening, closing, available: readBalance(message.fields.get('64') ?? null), unreadable };
}

function readBalance(field: Mt940Field | null) {
  const [, mark = '', date = '', currency = '', written = ''] = BALANCE.exec(field?.text ?? '') ?? [];
  const amount = readMt940Amount(written);
  if (field === null || amount === null) return null;
  return {
    field,
    amount: signed(amount, mark.toUpperCase()),
    currency: currency.toUpperCase(),
    date: readMt940Date(date),
  };
}

const BALANCE = /^\s*([CD])(\d{6})([A-Z]{3}) ?(\d[\d.,]*|,\d+)\s*$/i;

/** Null if the message states no currency. Throws if it states several, because entries do not state their currency. */
export function currencyOfMessage(statement: StatementText, { fields }: Mt940Message): string | null {
  let found: string | null = null;
  for (const tag of CURRENCY_TAGS) {
    const field = fields.get(tag);
    const currency = currencyCode(CURRENCY.exec(field?.text ?? '')?.[1]);
    if (field === undefined || currency === null) continue;
    if (found !== null && currency !== found) {
      const fault = { reason: 'currencies', text: currency, before: found } as const;
      throw placeError('statement_unreadable', statement, field.offset, fault);
    }
    found = currency;
  }
  return found;
}

const CURRENCY_TAGS = [...OPENING, '34F', ...CLOSING, ...TOTALS];
/** Finds the currency in three fields: a balance (after sign and date), a total (after the count), a floor limit (at the start). */
const CURRENCY = /^\s*(?:[CD]\d{6}|\d*)([A-Z]{3})/i;
