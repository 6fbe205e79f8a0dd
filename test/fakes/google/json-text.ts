/** Items of an answer that are created one at a time during sending, because there can be millions. */
export class Lazy {
  readonly items: Iterable<unknown>;

  constructor(items: Iterable<unknown>) {
    this.items = items;
  }
}

const CHUNK = 1 << 16;

/**
 * Writes JSON as Google does, in pieces: indented by two spaces if pretty, with `<`, `>` and invisible characters escaped.
 */
export function* jsonText(value: unknown, pretty: boolean): Generator<string> {
  let pending = '';
  for (const piece of pieces(value, pretty, '')) {
    pending += piece;
    if (pending.length < CHUNK) continue;
    yield escaped(pending);
    pending = '';
  }
  yield escaped(pretty ? `${pending}\n` : pending);
}

function* pieces(value: unknown, pretty: boolean, indent: string): Generator<string> {
  if (value instanceof Lazy) {
    yield* list(value.items, pretty, indent, false);
  } else if (Array.isArray(value)) {
    yield* list(value, pretty, indent, true);
  } else if (value !== null && typeof value === 'object') {
    yield* fields(value, pretty, indent);
  } else {
    yield JSON.stringify(value);
  }
}

function* fields(value: object, pretty: boolean, indent: string): Generator<string> {
  const deeper = `${indent}  `;
  let isFirst = true;
  for (const [name, content] of Object.entries(value)) {
    if (content === undefined) continue;
    const start = `${isFirst ? '{' : ','}${pretty ? `\n${deeper}` : ''}${JSON.stringify(name)}${pretty ? ': ' : ':'}`;
    isFirst = false;
    if (content === null || typeof content !== 'object') yield start + JSON.stringify(content);
    else {
      yield start;
      yield* pieces(content, pretty, deeper);
    }
  }
  yield isFirst ? '{}' : `${pretty ? `\n${indent}` : ''}}`;
}

/** Joins short items, because each piece passes through the generators of all enclosing levels. */
function* list(items: Iterable<unknown>, pretty: boolean, indent: string, mayBeLazy: boolean): Generator<string> {
  const deeper = `${indent}  `;
  const between = pretty ? `,\n${deeper}` : ',';
  let text = pretty ? `[\n${deeper}` : '[';
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) text += between;
    isFirst = false;
    if (mayBeLazy && containsLazy(item)) {
      yield text;
      text = '';
      yield* pieces(item, pretty, deeper);
    } else text += written(item, pretty, deeper);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  yield isFirst ? '[]' : `${text}${pretty ? `\n${indent}` : ''}]`;
}

function written(value: unknown, pretty: boolean, indent: string): string {
  return pretty ? JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`) : JSON.stringify(value);
}

/** Searches only three levels, because lazy items (the rows of a sheet) are never deeper. */
function containsLazy(value: unknown, depth = 3): boolean {
  if (value instanceof Lazy) return true;
  if (depth === 0 || value === null || typeof value !== 'object') return false;
  return Object.values(value).some((content) => containsLazy(content, depth - 1));
}

/** Characters that Google's serializer always escapes. They occur only inside JSON strings. */
const HIDDEN =
  /[<>\u007F-\u009F\u00AD\u06DD\u070F\u17B4\u17B5\u200B-\u200F\u2028-\u202E\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/g;

function escaped(text: string): string {
  return text.replaceAll(HIDDEN, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);
}
