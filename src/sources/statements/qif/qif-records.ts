import { excerpt, placeError, type StatementText } from '../statement-error.ts';

type QifListKind = 'money' | 'investment' | 'accounts' | 'other' | 'unknown';

export type QifFields = Readonly<Record<string, string>>;

export interface QifRecord {
  readonly fields: Record<string, string>;
  readonly splits: Record<string, string>[];
  readonly offset: number;
  dateOffset: number;
  amountOffset: number;
}

export interface QifList {
  readonly kind: QifListKind;
  readonly header: string;
  readonly type: string;
  readonly records: QifRecord[];
}

export interface QifDocument {
  readonly lists: readonly QifList[];
  readonly dateOrder: 'mdy' | 'dmy' | null;
  readonly unended: QifRecord | null;
}

export function readQifRecords(statement: StatementText): QifDocument {
  const { text } = statement;
  const lists: QifList[] = [];
  let record: QifRecord | null = null;
  let dateOrder: QifDocument['dateOrder'] = null;
  for (let offset = 0, end = 0; offset < text.length; offset = end + 1) {
    const lineStart = offset;
    while (text.charCodeAt(offset) <= SPACE) offset += 1;
    end = text.indexOf('\n', offset);
    if (end === -1) end = text.length;
    const written = text.slice(offset, end).trimEnd();
    if (written.startsWith('^')) record = null;
    else if (written.startsWith('!')) {
      // A header also ends a record without "^".
      record = null;
      const list = listOf(written);
      if (typeof list === 'string') dateOrder = list;
      else if (list !== null) lists.push(list);
    } else if (offset < end) {
      const isAfterBlank = text.slice(lineStart, offset).includes('\n');
      // Chase ends records with an empty line instead of "^".
      if (isAfterBlank && record !== null && beginsAgain(record, written)) record = null;
      record ??= beginRecord(statement, lists.at(-1), offset);
      addField(statement, record, written, offset, lists.at(-1));
    }
  }
  return { lists, dateOrder, unended: record };
}

const SPACE = 32;

function listOf(header: string): QifList | QifDocument['dateOrder'] {
  const [, name = '', value = ''] = /^!\s*(\w*)[\s:]*(.*)$/s.exec(header) ?? [];
  switch (name.toLowerCase()) {
    case 'type':
      return { kind: listKind(value), header, type: value, records: [] };
    case 'account':
      return { kind: 'accounts', header, type: '', records: [] };
    case 'option':
      return /^(?:mdy|dmy)$/i.test(value) ? (value.toLowerCase() as 'mdy' | 'dmy') : null;
    case 'clear':
      return null;
    default:
      return { kind: 'unknown', header, type: '', records: [] };
  }
}

/** True if the line begins another record: `record` has a day and an amount, and began with the same letter. */
function beginsAgain({ fields }: QifRecord, written: string): boolean {
  const isComplete = 'D' in fields && ('T' in fields || 'U' in fields);
  return isComplete && Object.keys(fields)[0] === written.charAt(0);
}

function beginRecord(statement: StatementText, list: QifList | undefined, offset: number): QifRecord {
  if (list === undefined) throw placeError('statement_unreadable', statement, offset, { reason: 'outside' });
  const record = { fields: {}, splits: [], offset, dateOffset: offset, amountOffset: offset };
  list.records.push(record);
  return record;
}

function addField(
  statement: StatementText,
  record: QifRecord,
  written: string,
  offset: number,
  list: QifList | undefined,
): void {
  const { fields, splits } = record;
  const [letter, value] = [written.charAt(0), written.slice(1).trimStart()];
  if (letter === 'S' || letter === 'E' || letter === '$') {
    const last = splits.at(-1);
    if (last === undefined || last[letter] !== undefined) splits.push({ [letter]: value });
    else last[letter] = value;
    return;
  }
  const before = fields[letter];
  if (letter === 'D') record.dateOffset = offset;
  // The fields T and U contain the same amount.
  if (letter === 'T' || letter === 'U') record.amountOffset = offset;
  if (before !== undefined && ONCE.has(letter) && list?.kind === 'money') {
    const fault = { reason: 'twice', text: excerpt(letter + value) } as const;
    throw placeError('statement_unreadable', statement, offset, fault);
  }
  fields[letter] = before === undefined ? value : `${before}\n${value}`;
}

const ONCE = new Set(['D', 'T', 'U']);

function listKind(type: string): QifListKind {
  const name = keyOf(type);
  if (MONEY.has(name)) return 'money';
  if (INVESTMENTS.has(name)) return 'investment';
  return OTHER.has(name) ? 'other' : 'unknown';
}

export function qifTypeName(type: string): string {
  return MONEY.get(keyOf(type)) ?? 'Account';
}

export function keyOf(type: string): string {
  return type.replace(/\s/g, '').toLowerCase();
}

const MONEY: ReadonlyMap<string, string> = new Map([
  ['bank', 'Bank account'],
  ['ccard', 'Card'],
  ['cash', 'Cash'],
  ['otha', 'Asset'],
  ['othl', 'Liability'],
]);

const INVESTMENTS = new Set(['invst', 'port', '401(k)/403(b)', '401k/403b', 'mutual']);
const OTHER = new Set('cat class memorized memorised security prices tag budget payee template'.split(' '));
