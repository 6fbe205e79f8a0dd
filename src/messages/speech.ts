import { LANGUAGES, LATIN_DIGITS, LOADERS, type Language, type MakeGroups } from './compiled/languages.js';
import type { Sections } from './compiled/sections.d.ts';
import { speakBy } from './describe.ts';
import { createFormat, type Format, type Locale } from './format.ts';
import { sourceTexts } from './kind-texts.ts';
import type { Problem, Surface, Told } from './parameters.ts';
import { createTexts, createWriters, type Section } from './texts.ts';

export { LANGUAGES, type Language };

/** How Pennyrow speaks to one reader. */
export interface Speech<Name extends Section> {
  readonly language: Language;
  readonly format: Format;
  readonly texts: Pick<Sections, Name>;
  tell(problem: Problem, surface: Surface): Told;
}

/**
 * The first of these tags (BCP 47, or of a locale like de_AT.UTF-8) that Pennyrow speaks as it is (pt-BR) or, whatever
 * the country, its language; else English.
 */
export function pickLanguage(tags: readonly (string | null | undefined)[]): Language {
  const wanted = tags.flatMap((tag) => {
    const [whole = ''] = (tag ?? '').toLowerCase().replaceAll('_', '-').split(/[.@]/, 1);
    return [whole, whole.split('-', 1)[0]];
  });
  const languages = Object.keys(LANGUAGES) as Language[];
  for (const tag of wanted) {
    const language = languages.find((each) => each.toLowerCase() === tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/**
 * Loads these sections of the catalogue, and what a problem is told with. `locale` is how dates, numbers and
 * amounts are written.
 */
export async function loadSpeech<Name extends Section>(
  language: Language,
  locale: Locale,
  sections: readonly Name[],
): Promise<Speech<Name>> {
  const load = LOADERS[language];
  const [problems, ...rest] = await Promise.all([
    load.problems(),
    ...sections.map(async (name) => [name, await load[name]()] as const),
  ]);
  return createSpeech(
    language,
    locale,
    problems.default,
    Object.fromEntries(rest.map(([name, { default: makeGroups }]) => [name, makeGroups])) as Record<Name, MakeGroups>,
  );
}

/** Has errors, logs and the API say what they say in English: the first thing that a program does. */
export async function speakEnglish(): Promise<void> {
  const { tell, texts } = await loadSpeech('en', 'en-GB', ['kinds']);
  speakBy({
    describe: (problem) => tell(problem, 'terminal'),
    nameOfKind: (id) => sourceTexts(texts.kinds, id).name,
  });
}

/** The same of sections that are there already. */
function createSpeech<Name extends Section>(
  language: Language,
  locale: Locale,
  makeProblems: MakeGroups,
  sections: Readonly<Record<Name, MakeGroups>>,
): Speech<Name> {
  const format = createFormat(locale);
  const write = createWriters({ format, tell, hasLatinDigits: LATIN_DIGITS[language] });
  const problems = makeProblems(write);
  const texts = Object.fromEntries(
    Object.entries<MakeGroups>(sections).map(([name, makeGroups]) => [name, createTexts(makeGroups, write)]),
  ) as unknown as Pick<Sections, Name>;

  function tell({ code, params }: Problem, surface: Surface): Told {
    const known = Object.hasOwn(problems, code) ? (problems[code]?.() as ProblemTexts) : null;
    if (known === null) return { what: `${code} ${JSON.stringify(params)}`, remedy: null };
    const say = (text: Text | undefined): string | null =>
      (text === undefined ? null : typeof text === 'string' ? text : text(params).trim()) || null;
    return {
      what: say(known.what) ?? code,
      remedy: say((surface === 'app' ? known.remedyInApp : undefined) ?? known.remedy),
    };
  }
  return { language, format, texts, tell };
}

type Text = string | ((params: object) => string);

interface ProblemTexts {
  readonly what: Text;
  readonly remedy?: Text;
  /** Where a button or a page does what a command does in a terminal; `remedy` holds where this is missing. */
  readonly remedyInApp?: Text;
}
