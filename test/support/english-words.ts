import { LOADERS, type Writers } from '../../src/messages/compiled/languages.js';

/** Stands for whatever is filled in; no word has it. */
const FILLED = '\u{E000}';
/** One letter can be any language. */
const LEAST_LETTERS = 3;

/** Shows what stands around the blanks, whatever kind of value fills them in. */
const AS_IT_COMES = new Proxy({} as Writers, {
  get: (_, kind) => (kind === 'number' ? (...given: number[]) => String(given[1]) : (value: unknown) => value),
});

export interface EnglishWords {
  /** Whole texts that German has other words for. */
  readonly texts: ReadonlySet<string>;
  /** What stands around the blanks of those that are filled in, long enough to be told from data. */
  readonly pieces: readonly string[];
}

/** Everything that these sections of the catalogue say in English and otherwise in German. */
export async function englishWords(sections: readonly (keyof typeof LOADERS.en)[] = ['pages']): Promise<EnglishWords> {
  const said = { en: new Set<string>(), de: new Set<string>() };
  for (const language of ['en', 'de'] as const) {
    for (const section of sections) {
      const { default: makeGroups } = await LOADERS[language][section]();
      for (const make of Object.values(makeGroups(AS_IT_COMES))) collect(make(), said[language]);
    }
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

/** What a text with blanks says for some values; a choice among names takes the one that fits all others. */
function filledIn(text: (...values: unknown[]) => unknown): unknown[] {
  return [FILLED, true, false, 0, 1, 2].map((value) => text(new Proxy({}, { get: () => value })));
}
