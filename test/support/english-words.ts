import { LOADERS, type Writers } from '../../src/messages/compiled/languages.js';

/** A placeholder for filled-in values, which no message contains. */
const FILLED = '\u{E000}';
/** Pieces with fewer words could also occur in a user's data. */
const LEAST_LETTERS = 3;

/** Formatters that return the value itself, so that only the texts of the message matter. */
const AS_IT_COMES = new Proxy({} as Writers, {
  get: (_, kind) => (kind === 'number' ? (...given: number[]) => String(given[1]) : (value: unknown) => value),
});

export interface EnglishWords {
  /** Texts without placeholders that have a different German translation. */
  readonly texts: ReadonlySet<string>;
  /** The parts of texts beside their placeholders, if they are too long to occur in a user's data by chance. */
  readonly pieces: readonly string[];
}

/** The texts of these catalogue sections that differ between English and German. */
export async function englishWords(sections: readonly (keyof typeof LOADERS.en)[] = ['pages']): Promise<EnglishWords> {
  const words = { en: new Set<string>(), de: new Set<string>() };
  for (const language of ['en', 'de'] as const) {
    for (const section of sections) {
      const { default: makeGroups } = await LOADERS[language][section]();
      for (const make of Object.values(makeGroups(AS_IT_COMES))) collect(make(), words[language]);
    }
  }
  const different = [...words.en].filter((text) => !words.de.has(text));
  const german = [...words.de].join('\n');
  return {
    texts: new Set(different.filter((text) => !text.includes(FILLED) && /\p{L}{3}/u.test(text))),
    // Leaves out pieces that also occur within a German text.
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

/** The texts of a message with each sample value in all placeholders; a select between names uses its `other` branch. */
function filledIn(text: (...values: unknown[]) => unknown): unknown[] {
  return [FILLED, true, false, 0, 1, 2].map((value) => text(new Proxy({}, { get: () => value })));
}
