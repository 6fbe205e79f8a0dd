import { columnNumber } from '../../column-letters.ts';
import type { DamagedWorkbook } from './workbook-errors.ts';
import { decodeXmlText } from './xml-tags.ts';

export class XmlError extends Error {
  readonly fault: DamagedWorkbook['reason'];
  readonly details: Partial<DamagedWorkbook>;

  constructor(fault: DamagedWorkbook['reason'], details: Partial<DamagedWorkbook> = {}) {
    super(`${fault} ${JSON.stringify(details)}`);
    this.fault = fault;
    this.details = details;
  }
}

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const DOUBLE_QUOTE = 0x22;
const AMPERSAND = 0x26;
const SINGLE_QUOTE = 0x27;
const DIGIT_0 = 0x30;
const BEFORE_A = 0x40;

export class ScannedTag {
  isSelfClosing = false;
  #bytes: Buffer = Buffer.alloc(0);
  /** Four offsets per attribute: start and end of its name, and of its value. */
  readonly #spans: number[] = [];
  #length = 0;

  /** Reads from the end of the tag's name; returns the offset after the tag, or -1 if its end is missing. */
  read(bytes: Buffer, from: number): number {
    this.#bytes = bytes;
    this.#length = 0;
    let at = from;
    for (;;) {
      while (isSpace(bytes[at])) at += 1;
      const byte = bytes[at];
      if (byte === undefined) return -1;
      if (byte === GREATER_THAN || byte === SLASH) return this.#finish(bytes, at);
      at = this.#attribute(bytes, at);
      if (at === -1) return -1;
    }
  }

  get(name: string): string | undefined {
    const span = this.#find(name);
    return span === -1
      ? undefined
      : decodeText(this.#bytes, this.#spans[span + 2] as number, this.#spans[span + 3] as number);
  }

  /** The matching choice; undefined if none. Allocates no text. */
  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const span = this.#find(name);
    if (span === -1) return undefined;
    for (const choice of choices) if (this.#isText(span + 2, choice)) return choice;
    return this.#hasReference(span) ? choices.find((choice) => choice === this.get(name)) : undefined;
  }

  /** The value as a non-negative integer; undefined otherwise. */
  integer(name: string): number | undefined {
    const span = this.#find(name);
    if (span === -1) return undefined;
    if (this.#hasReference(span)) return /^\d+$/.test(this.get(name) ?? '') ? Number(this.get(name)) : undefined;
    let value = 0;
    for (let at = this.#spans[span + 2] as number; at < (this.#spans[span + 3] as number); at += 1) {
      const digit = (this.#bytes[at] as number) - DIGIT_0;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    return value;
  }

  /** The column (from 0) of a cell reference such as "AB12"; undefined if there is none. */
  column(name: string): number | undefined {
    const span = this.#find(name);
    if (span === -1) return undefined;
    if (this.#hasReference(span)) {
      const letters = /^[A-Z]+/.exec(this.get(name) ?? '')?.[0];
      return letters === undefined ? undefined : columnNumber(letters);
    }
    let value = 0;
    for (let at = this.#spans[span + 2] as number; at < (this.#spans[span + 3] as number); at += 1) {
      const letter = (this.#bytes[at] as number) - BEFORE_A;
      if (letter < 1 || letter > 26) break;
      value = value * 26 + letter;
    }
    return value === 0 ? undefined : value - 1;
  }

  #attribute(bytes: Buffer, start: number): number {
    const nameEnd = endOfName(bytes, start);
    let at = nameEnd;
    while (isSpace(bytes[at])) at += 1;
    if (bytes[at] === undefined) return -1;
    if (bytes[at] !== EQUALS || nameEnd === start) throw new XmlError('noValue');
    at += 1;
    while (isSpace(bytes[at])) at += 1;
    const quote = bytes[at];
    if (quote === undefined) return -1;
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) throw new XmlError('noQuotes');
    const end = indexOfByte(bytes, quote, at + 1);
    if (end === -1) return -1;
    this.#spans[this.#length] = start;
    this.#spans[this.#length + 1] = nameEnd;
    this.#spans[this.#length + 2] = at + 1;
    this.#spans[this.#length + 3] = end;
    this.#length += 4;
    return end + 1;
  }

  #finish(bytes: Buffer, at: number): number {
    this.isSelfClosing = bytes[at] === SLASH;
    const end = this.isSelfClosing ? at + 1 : at;
    if (bytes[end] === undefined) return -1;
    if (bytes[end] !== GREATER_THAN) throw new XmlError('slash');
    return end + 1;
  }

  #find(name: string): number {
    for (let span = 0; span < this.#length; span += 4) {
      if (this.#isText(span, name)) return span;
    }
    return -1;
  }

  /** True if the value contains entities, which numbers and references rarely do. */
  #hasReference(span: number): boolean {
    const end = this.#spans[span + 3] as number;
    for (let at = this.#spans[span + 2] as number; at < end; at += 1) if (this.#bytes[at] === AMPERSAND) return true;
    return false;
  }

  #isText(place: number, text: string): boolean {
    const start = this.#spans[place] as number;
    if ((this.#spans[place + 1] as number) - start !== text.length) return false;
    for (let index = 0; index < text.length; index += 1) {
      if (this.#bytes[start + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }
}

/** Throws XmlError for an undefined entity. */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  const text = decodeXmlText(bytes.toString('utf8', start, end));
  if (text === null) throw new XmlError('undefinedReference');
  return text;
}

const ENDS_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte <= SPACE || byte === SLASH || byte === GREATER_THAN || byte === EQUALS),
);

/** End of the name that begins at `start`; the end of the bytes if it may continue. */
export function endOfName(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && ENDS_NAME[bytes[at] as number] === 0) at += 1;
  return at;
}

/** A plain loop is faster than a native call for short distances. */
export function indexOfByte(bytes: Buffer, wanted: number, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === wanted) return at;
  }
  return -1;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
}
