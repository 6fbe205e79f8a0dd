import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Stands for whatever is filled in; no word has it. */
const FILLED = '\u{E000}';
/** One letter can be any language. */
const LEAST_LETTERS = 3;

export interface EnglishWords {
  /** Whole texts of the page that German has other words for. */
  readonly texts: ReadonlySet<string>;
  /** What stands around the blanks of those that are filled in, long enough to be told from data. */
  readonly pieces: readonly string[];
}

/** Everything that `defineWords` says in English and otherwise in German. */
export async function englishWords(): Promise<EnglishWords> {
  const files = globSync('renderer/**/*words.ts', { cwd: ROOT }).sort();
  const said = { en: new Set<string>(), de: new Set<string>() };
  for (const file of files) {
    const { words } = (await import(join(ROOT, file))) as { words?: { readonly en?: unknown; readonly de?: unknown } };
    if (words?.en === undefined) continue;
    for (const language of ['en', 'de'] as const) collect(words[language], said[language]);
  }
  const different = [...said.en].filter((text) => !said.de.has(text));
  const german = [...said.de].join('\n');
  return {
    texts: new Set(different.filter((text) => !text.includes(FILLED) && /\p{L}{3}/u.test(text))),
    // German may use a piece in the middle of its own.
    pieces: [...new Set(different.filter((text) => text.includes(FILLED)).flatMap((text) => text.split(FILLED)))]
      .map((piece) => piece.trim())
      .filter((piece) => piece.split(/\s+/).length >= LEAST_LETTERS && !german.includes(piece)),
  };
}

function collect(words: unknown, into: Set<string>): void {
  if (typeof words === 'string') into.add(words);
  else if (typeof words === 'function')
    for (const text of filledIn(words as (...values: unknown[]) => unknown)) collect(text, into);
  else if (typeof words === 'object' && words !== null) for (const value of Object.values(words)) collect(value, into);
}

/** What a text with blanks says for some values of each kind; those that it does not take are passed over. */
function filledIn(text: (...values: unknown[]) => unknown): unknown[] {
  return [FILLED, true, false, 0, 1, 2].flatMap((value) => {
    try {
      return [text(...Array.from({ length: Math.max(text.length, 1) }, () => value))];
    } catch {
      return [];
    }
  });
}
