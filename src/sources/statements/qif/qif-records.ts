import { excerpt, placeError, type StatementText } from '../statement-error.ts';
import { qifListKind, type QifListKind } from './qif-lists.ts';

export type QifFields = Readonly<Record<string, string>>;

type QifSplit = Record<string, string>;

export interface QifRecord {
  readonly fields: Record<string, string>;
  readonly splits: QifSplit[];
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
  const reader = new RecordReader(statement);
  const { text } = statement;
  for (let offset = 0, lineEnd = 0; offset < text.length; offset = lineEnd + 1) {
    lineEnd = text.indexOf('\n', offset);
    if (lineEnd === -1) lineEnd = text.length;
    let end = lineEnd;
    while (end > offset && text.charCodeAt(end - 1) <= SPACE) end -= 1;
    let start = offset;
    while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
    if (start < end) reader.line(start, end);
  }
  return reader.finish();
}

class RecordReader {
  readonly #statement: StatementText;
  readonly #lists: QifList[] = [];
  #record: QifRecord | null = null;
  #dateOrder: 'mdy' | 'dmy' | null = null;

  constructor(statement: StatementText) {
    this.#statement = statement;
  }

  line(start: number, end: number): void {
    const { text } = this.#statement;
    const letter = text.charAt(start);
    if (letter === '^') this.#record = null;
    else if (letter === '!') this.#header(text.slice(start, end));
    else this.#field(letter, start, text.slice(start + 1, end).trim());
  }

  finish(): QifDocument {
    return { lists: this.#lists, dateOrder: this.#dateOrder, unended: this.#record };
  }

  /** A header also ends a record without "^". */
  #header(header: string): void {
    this.#record = null;
    // Some programs omit the colon.
    const [, name = '', value = ''] = /^!\s*(\w*)[\s:]*(.*)$/s.exec(header) ?? [];
    switch (name.toLowerCase()) {
      case 'type':
        this.#lists.push({ kind: qifListKind(value), header, type: value, records: [] });
        break;
      case 'account':
        this.#lists.push({ kind: 'accounts', header, type: '', records: [] });
        break;
      case 'option':
        if (/^(?:mdy|dmy)$/i.test(value)) this.#dateOrder = value.toLowerCase() as 'mdy' | 'dmy';
        break;
      case 'clear':
        break;
      default:
        this.#lists.push({ kind: 'unknown', header, type: '', records: [] });
    }
  }

  #field(letter: string, offset: number, value: string): void {
    this.#record ??= this.#begin(offset);
    const record = this.#record;
    if (letter === 'S' || letter === 'E' || letter === '$') {
      this.#split(record, letter, value);
      return;
    }
    const before = record.fields[letter];
    if (letter === 'D') record.dateOffset = offset;
    // T and U have the same amount.
    if (letter === 'T' || letter === 'U') record.amountOffset = offset;
    if (before !== undefined && ONCE.has(letter) && this.#lists.at(-1)?.kind === 'money') {
      throw placeError('statement_unreadable', this.#statement, offset, {
        reason: 'secondField',
        text: excerpt(letter + value),
      });
    }
    record.fields[letter] = before === undefined ? value : `${before}\n${value}`;
  }

  #begin(offset: number): QifRecord {
    const list = this.#lists.at(-1);
    if (list === undefined) throw placeError('statement_unreadable', this.#statement, offset, { reason: 'noType' });
    const record = { fields: {}, splits: [], offset, dateOffset: offset, amountOffset: offset };
    list.records.push(record);
    return record;
  }

  /** The category begins a new part of a split. */
  #split({ splits }: QifRecord, letter: string, value: string): void {
    const last = splits.at(-1);
    if (last === undefined || last[letter] !== undefined) splits.push({ [letter]: value });
    else last[letter] = value;
  }
}

const ONCE = new Set(['D', 'T', 'U']);
const SPACE = 32;
