import { LANGUAGES, LOADERS, type Language } from './compiled/languages.js';
import type { Sections } from './compiled/sections.d.ts';
import { speakBy } from './describe.ts';
import { createFormat, type Format } from './format.ts';
import { sourceTexts } from './kind-texts.ts';
import type { Problem, Surface, Told } from './parameters.ts';
import { createTexts, type CompiledSection, type Section } from './texts.ts';

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
 * Loads these sections of the catalogue, and what a problem is told with. `locale` (BCP 47) is how dates, numbers and
 * amounts are written.
 */
export async function loadSpeech<Name extends Section>(
  language: Language,
  locale: string,
  sections: readonly Name[],
): Promise<Speech<Name>> {
  const names = [...new Set<Section>(['problems', ...sections])];
  const loaded = await Promise.all(names.map(async (name) => [name, await LOADERS[language][name]()] as const));
  return createSpeech(
    language,
    locale,
    Object.fromEntries(loaded) as Readonly<Record<Name | 'problems', CompiledSection>>,
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
  locale: string,
  sections: Readonly<Record<Name | 'problems', CompiledSection>>,
): Speech<Name> {
  const format = createFormat(locale);
  const textsOf = (section: CompiledSection): unknown => createTexts(section, format, tell);
  const texts = Object.fromEntries(
    Object.entries<CompiledSection>(sections).map(([name, section]) => [name, textsOf(section)]),
  ) as unknown as Pick<Sections, Name | 'problems'>;

  function tell({ code, params }: Problem, surface: Surface): Told {
    const known = Object.hasOwn(texts.problems, code) ? (texts.problems[code] as ProblemTexts) : null;
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
