import { excerpt, placeError, type StatementText } from '../statement-error.ts';

/** A tagged field, ":61:…", with its continuation lines. */
export interface Mt940Field {
  readonly tag: string;
  /** The start of its line, for messages. */
  readonly offset: number;
  readonly start: number;
  end: number;
}

export interface Mt940FieldHandler {
  begin(field: Mt940Field, header: string): void;
  field(field: Mt940Field): void;
  /** At a line with "-" or "-}", or at the header of another message. */
  end(): void;
}

/** Skips what banks add around messages. Throws for fields outside of messages and for other text. */
export function readMt940Fields(statement: StatementText, handler: Mt940FieldHandler): void {
  const { text } = statement;
  let current: Mt940Field | null = null;
  let headerStart = 0;
  let lineEnd = -1;
  for (let offset = 0; offset < text.length; offset = lineEnd + 1) {
    lineEnd = text.indexOf('\n', offset);
    if (lineEnd === -1) lineEnd = text.length;
    let end = lineEnd;
    if (text.charCodeAt(end - 1) === CARRIAGE_RETURN && end > offset) end -= 1;
    if (current === null) {
      const start = messageStart(text, offset, end);
      const field = text[start] === ':' ? fieldAt(text, start, end) : null;
      if (field?.tag === '20') {
        handler.begin(field, text.slice(headerStart, start));
        current = field;
      } else if (text[start] === ':' && !MESSAGE_TYPE.test(text.slice(start, end))) {
        throw placeError('statement_unreadable', statement, start, {
          reason: 'outsideMessage',
          text: excerpt(text.slice(start, end)),
        });
      }
      continue;
    }
    const field = text[offset] === ':' ? fieldAt(text, offset, end) : null;
    const isKnown = field !== null && (TAGS.has(field.tag) || !CONTINUED.has(current.tag));
    if (field !== null && isKnown) {
      if (field.tag === '20') handler.begin(field, '');
      else handler.field(field);
      current = field;
    } else if (endsMessage(text, offset, end, lineEnd)) {
      handler.end();
      current = null;
      headerStart = offset;
    } else if (CONTINUED.has(current.tag) || !TAGS.has(current.tag)) {
      current.end = end;
    } else if (text.slice(offset, end).trim() !== '') {
      if (!CLOSING.has(current.tag)) {
        throw placeError('statement_unreadable', statement, offset, {
          reason: 'looseText',
          text: excerpt(text.slice(offset, end)),
        });
      }
      handler.end();
      current = null;
      headerStart = offset;
      lineEnd = offset - 1;
    }
  }
}

function messageStart(text: string, from: number, end: number): number {
  const block = text.slice(from, end).lastIndexOf(TEXT_BLOCK);
  let start = block === -1 ? from : from + block + TEXT_BLOCK.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  return start;
}

function fieldAt(text: string, offset: number, end: number): Mt940Field | null {
  const colon = text.indexOf(':', offset + 1);
  if (colon === -1 || colon > offset + 4 || colon >= end) return null;
  const tag = text.slice(offset + 1, colon);
  return TAG.test(tag) ? { tag, offset, start: colon + 1, end } : null;
}

/** A lone "-" ends a message too, unless another field of the message follows. */
function endsMessage(text: string, offset: number, end: number, lineEnd: number): boolean {
  const first = text[offset];
  if (first === '{') return text.startsWith('{1:', offset);
  if (first !== '-') return false;
  if (text[offset + 1] === '}') return true;
  if (!/^-[\s\p{Cc}$]*$/u.test(text.slice(offset, end))) return false;
  return !isFollowedByField(text, lineEnd + 1);
}

/** True if the next field belongs to the same message. Banks put a few lines at most between messages. */
function isFollowedByField(text: string, from: number): boolean {
  let offset = from;
  for (let line = 0; line < LINES_BETWEEN && offset < text.length; line += 1) {
    if (text.startsWith('{1:', offset) || text.startsWith('-}', offset)) return false;
    const end = text.indexOf('\n', offset);
    const tag = text[offset] === ':' ? fieldAt(text, offset, end === -1 ? text.length : end)?.tag : undefined;
    if (tag !== undefined && TAGS.has(tag)) return tag !== '20';
    if (end === -1) return false;
    offset = end + 1;
  }
  return false;
}

const TAGS = new Set('13 13D 20 21 25 25P 28 28C 34F 60F 60M 61 62F 62M 64 65 86 90C 90D NS'.split(' '));
const TAG = /^(?:\d\d[A-Z]?|NS)$/;

/** Fields with several lines. */
const CONTINUED = new Set(['61', '86', 'NS', '25P']);
/** Fields after which a message may end without a "-". */
const CLOSING = new Set(['62F', '62M', '64', '65', '90C', '90D']);

/** Some banks write the message type as a field before the message. */
const MESSAGE_TYPE = /^:9(?:4[0-3]|50):/;
const LINES_BETWEEN = 20;
const TEXT_BLOCK = '{4:';
const CARRIAGE_RETURN = 13;
const SPACE = 32;
