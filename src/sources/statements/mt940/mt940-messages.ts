import { placeError, type Fault, type StatementText } from '../statement-error.ts';
import { readMt940Fields, type Mt940Field, type Mt940FieldHandler } from './mt940-fields.ts';

export interface Mt940Entry {
  readonly line: Mt940Field;
  readonly details: Mt940Field[];
}

export interface Mt940Message {
  readonly start: Mt940Field;
  readonly header: string;
  readonly entries: Mt940Entry[];
  readonly fields: Map<string, Mt940Field>;
  /** The file marks the end of the message. */
  isEnded: boolean;
}

/** A statement of booked entries (MT940, MT950, MT941), or an interim report of the day (MT942). */
export type Mt940Kind = 'statement' | 'interim';

/** Passes on each message when it ends, so that only one is in memory. */
export function readMt940Messages(statement: StatementText, take: (message: Mt940Message) => void): void {
  const reader = new MessageReader(statement, take);
  readMt940Fields(statement, reader);
  reader.finish();
}

class MessageReader implements Mt940FieldHandler {
  readonly #text: StatementText;
  readonly #take: (message: Mt940Message) => void;
  #message: Mt940Message | null = null;
  #entry: Mt940Entry | null = null;

  constructor(text: StatementText, take: (message: Mt940Message) => void) {
    this.#text = text;
    this.#take = take;
  }

  begin(start: Mt940Field, header: string): void {
    // The previous message ended without a "-".
    this.end();
    this.#message = { start, header, entries: [], fields: new Map(), isEnded: false };
  }

  field(field: Mt940Field): void {
    const message = this.#message as Mt940Message;
    if (field.tag === '61') {
      if (hasOneOf(message, CLOSING)) throw this.#unreadable(field, { reason: 'afterClosing' });
      this.#entry = { line: field, details: [] };
      message.entries.push(this.#entry);
    } else if (this.#entry !== null && (field.tag === '86' || field.tag === 'NS')) {
      this.#entry.details.push(field);
    } else {
      this.#entry = null;
      const isBalance = OPENING.includes(field.tag) ? OPENING : CLOSING.includes(field.tag) ? CLOSING : ACCOUNT;
      if (isBalance.includes(field.tag) && hasOneOf(message, isBalance))
        throw this.#unreadable(field, { reason: 'secondTag', text: field.tag });
      if (!message.fields.has(field.tag)) message.fields.set(field.tag, field);
    }
  }

  end(): void {
    if (this.#message !== null) this.#message.isEnded = true;
    this.finish();
  }

  finish(): void {
    const message = this.#message;
    this.#message = null;
    this.#entry = null;
    if (message !== null) this.#take(message);
  }

  #unreadable({ offset }: Mt940Field, fault: Fault<'statement_unreadable'>) {
    return placeError('statement_unreadable', this.#text, offset, fault);
  }
}

/** Throws `statement_truncated` without a closing balance or an end, as the other messages of the file have one. */
export function kindOfMessage(statement: StatementText, message: Mt940Message, isClosed: boolean): Mt940Kind | null {
  if (hasOneOf(message, CLOSING)) return 'statement';
  const mayBeWhole = message.isEnded || (!isClosed && statement.text.endsWith('\n'));
  if (hasOneOf(message, OPENING) && message.entries.length > 0 && mayBeWhole) return 'statement';
  const isInterim = !hasOneOf(message, OPENING) && (hasOneOf(message, INTERIM) || /\{2:[IO]942/.test(message.header));
  if (isInterim && (message.isEnded || hasOneOf(message, TOTALS))) return 'interim';
  const isOther = !isInterim && message.entries.length === 0 && !hasOneOf(message, OPENING);
  if (isOther && [...message.fields.keys()].some((tag) => !ALWAYS.has(tag))) return null;
  throw placeError('statement_truncated', statement, message.start.offset, {
    reason: isInterim ? 'totals' : 'message',
  });
}

export function oneOf({ fields }: Mt940Message, tags: readonly string[]): Mt940Field | null {
  for (const tag of tags) {
    const field = fields.get(tag);
    if (field !== undefined) return field;
  }
  return null;
}

function hasOneOf(message: Mt940Message, tags: readonly string[]): boolean {
  return oneOf(message, tags) !== null;
}

export const OPENING = ['60F', '60M'];
export const CLOSING = ['62F', '62M'];
export const ACCOUNT = ['25', '25P'];
export const TOTALS = ['90D', '90C'];
const INTERIM = ['34F', '13D', '13', ...TOTALS];
/** Fields of every kind of message. */
const ALWAYS = new Set(['20', '21', '25', '25P', '28', '28C', '86']);
