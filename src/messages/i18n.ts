import {
  LANGUAGES,
  LATIN_DIGITS,
  LOADERS,
  type Language,
  type MakeGroups,
  type Writers,
} from './compiled/languages.js';
import type { Sections } from './compiled/sections.d.ts';
import { setMessages } from './problem.ts';
import { createFormat, type Format, type Locale } from './format.ts';
import { sourceTexts } from './kind-texts.ts';
import type { Problem, Surface, LocalizedMessage } from './parameters.ts';
import type { Money } from './values.ts';

export { LANGUAGES, type Language };

export interface I18n<Name extends Section> {
  readonly language: Language;
  readonly format: Format;
  readonly texts: Pick<Sections, Name>;
  localize(problem: Problem, surface: Surface): LocalizedMessage;
}

/** The first tag for which Pennyrow has a language, with its region (pt-BR) or without it (pt); otherwise English. */
export function pickLanguage(tags: readonly (string | null | undefined)[]): Language {
  const candidates = tags.flatMap((tag) => {
    const [whole = ''] = (tag ?? '').toLowerCase().replaceAll('_', '-').split(/[.@]/, 1);
    return [whole, whole.split('-', 1)[0]];
  });
  const languages = Object.keys(LANGUAGES) as Language[];
  for (const tag of candidates) {
    const language = languages.find((each) => each.toLowerCase() === tag);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Loads sections of the catalogue. `locale` decides how dates, numbers and amounts are written. */
export async function loadI18n<Name extends Section>(
  language: Language,
  locale: Locale,
  sections: readonly Name[],
): Promise<I18n<Name>> {
  const load = LOADERS[language];
  const [problems, ...rest] = await Promise.all([
    load.problems(),
    ...sections.map(async (name) => [name, await load[name]()] as const),
  ]);
  return createI18n(
    language,
    locale,
    problems.default,
    Object.fromEntries(rest.map(([name, { default: makeGroups }]) => [name, makeGroups])) as Record<Name, MakeGroups>,
  );
}

/** Every program calls this first, because errors, logs and the API are in English. */
export async function loadEnglish(): Promise<void> {
  const { localize, texts } = await loadI18n('en', 'en-GB', ['kinds']);
  setMessages({
    describe: (problem) => localize(problem, 'terminal'),
    nameOfKind: (id) => sourceTexts(texts.kinds, id).name,
  });
}

function createI18n<Name extends Section>(
  language: Language,
  locale: Locale,
  makeProblems: MakeGroups,
  sections: Readonly<Record<Name, MakeGroups>>,
): I18n<Name> {
  const format = createFormat(locale);
  const writeFor = (surface: Surface): Writers =>
    createWriters({
      format,
      localize: (problem) => localize(problem, surface),
      hasLatinDigits: LATIN_DIGITS[language],
    });
  const write = writeFor('app');
  const problems = { app: makeProblems(write), terminal: makeProblems(writeFor('terminal')) };
  const texts = Object.fromEntries(
    Object.entries<MakeGroups>(sections).map(([name, makeGroups]) => [name, createTexts(makeGroups, write)]),
  ) as unknown as Pick<Sections, Name>;

  function localize({ code, params }: Problem, surface: Surface): LocalizedMessage {
    const makeTexts = problems[surface];
    const texts = Object.hasOwn(makeTexts, code) ? (makeTexts[code]?.() as ProblemTexts) : null;
    if (texts === null) return { what: `${code} ${JSON.stringify(params)}`, remedy: null };
    const say = (text: Text | undefined): string | null =>
      (text === undefined ? null : typeof text === 'string' ? text : text(params).trim()) || null;
    return {
      what: say(texts.what) ?? code,
      remedy: say((surface === 'app' ? texts.remedyInApp : texts.remedyInTerminal) ?? texts.remedy),
    };
  }
  return { language, format, texts, localize };
}

type Text = string | ((params: object) => string);

interface ProblemTexts {
  readonly what: Text;
  readonly remedy?: Text;
  /** The remedy in the app, which names a button or a page instead of a command; if undefined, `remedy` applies. */
  readonly remedyInApp?: Text;
  /** The remedy in a terminal, which names a command; if undefined, `remedy` applies. */
  readonly remedyInTerminal?: Text;
}

/** From this number on, numbers have group separators, so smaller ones need no Intl format. */
const SMALLEST_GROUPED = 1000;

type Section = keyof Sections;

/** Creates each group of messages on its first use. */
export function createTexts<Name extends Section>(makeGroups: MakeGroups, write: Writers): Sections[Name] {
  const texts = {};
  for (const [name, make] of Object.entries(makeGroups(write))) {
    Object.defineProperty(texts, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(texts, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return texts as Sections[Name];
}

interface Reader {
  readonly format: Format;
  readonly localize: (problem: Problem) => LocalizedMessage;
  /** True if the language writes numbers with the digits 0 to 9. */
  readonly hasLatinDigits: boolean;
}

/** Creates the functions that format the parameters of messages for one user. They return null and undefined unchanged. */
export function createWriters({ format, localize, hasLatinDigits }: Reader): Writers {
  return {
    bytes: orMissing((count: number) => format.bytes(count)),
    day: orMissing((day: string) => format.day(day)),
    duration: orMissing((milliseconds: number) => format.duration(milliseconds)),
    list: orMissing((items: readonly string[]) => format.list(items)),
    longDay: orMissing((day: string) => format.longDay(day)),
    moment: orMissing((instant: string) => format.moment(instant)),
    money: orMissing(({ amount, currency }: Money) => format.money(amount, currency)),
    month: orMissing((month: string) => format.month(month)),
    number: (_language, value, offset) => numeral(value - offset),
    numeral: orMissing(numeral),
    problem: orMissing((problem: Problem) => localize(problem).what),
    remedy: orMissing((problem: Problem) => localize(problem).remedy ?? ''),
    title: orMissing((title: string) => {
      const number = MADE_UP.exec(title)?.[1];
      return number === undefined ? title : localize({ code: 'statement_csv_untitled', params: { number } }).what;
    }),
  };

  /** Formats small numbers without Intl, which is slow to load. */
  function numeral(value: number): string {
    const isPlain = hasLatinDigits && Number.isInteger(value) && value >= 0 && value < SMALLEST_GROUPED;
    return isPlain ? String(value) : format.number(value);
  }
}

/** Pennyrow stores this English title for a column without a title, and translates it when a message contains it. */
const MADE_UP = /^Column (\d+)$/;

function orMissing<Value>(write: (value: Value) => string): (value: Value | null | undefined) => unknown {
  return (value) => (value === null || value === undefined ? value : write(value));
}
