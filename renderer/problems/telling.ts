import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageSpeech } from '../words/texts.ts';
import { ENGLISH } from './english.ts';
import type { German } from './german.ts';

/** What the service says, be it an error, a message of a run or a note: its own words are English. */
export type Told = Report;

/** The same on a page. */
export interface Telling {
  readonly what: string;
  readonly remedy: string | null;
  /** Whether these are the service's own words on a page of another language. */
  readonly isForeign: boolean;
  /** What the service said, for what the page's words leave out: names, amounts, lines; null where they leave out nothing. */
  readonly original: string | null;
}

/**
 * The service's own sentence is exact and stays in English; only what names a command is told by what the pages have in
 * its place. In German both are said by code. `german` is null as long as it has not come.
 */
export function tell(told: Told, speech: PageSpeech, german: German | null): Telling {
  const { code, message, remedy } = told;
  if (told.params !== undefined) return { ...speech.tell(problemOf(told), 'app'), isForeign: false, original: null };
  const { language } = speech;
  if (isOwn(code)) return { what: message, remedy: remedy === '' ? null : remedy, isForeign: false, original: null };
  const said = withoutCommands(message);
  if (language === 'en') return { what: said, remedy: inEnglish(code, remedy), isForeign: false, original: null };
  const known = german !== null && Object.hasOwn(german.words, code) ? german.words[code] : undefined;
  const toDo = withoutCommands(remedy ?? '');
  if (known === undefined) return { what: said, remedy: toDo === '' ? null : toDo, isForeign: true, original: null };
  const original = german?.complete.has(code) === true ? null : [said, toDo].filter((part) => part !== '').join(' ');
  return { what: known[0], remedy: known[1], isForeign: false, original };
}

/** What a page found out by itself it says in its own words; only what nobody foresaw is said by the program. */
function isOwn(code: string): boolean {
  return code.startsWith('page_') && code !== 'page_broken';
}

function inEnglish(code: string, remedy: string | null): string | null {
  if (code === 'page_broken') return ENGLISH[code] ?? null;
  if (remedy === null || !namesCommand(remedy)) return remedy === '' ? null : remedy;
  const here = Object.hasOwn(ENGLISH, code) ? ENGLISH[code] : undefined;
  const rest = withoutCommands(remedy);
  return here ?? (rest === '' ? null : rest);
}

/** Nobody types a command into a page: the sentences that name one are left out. */
function withoutCommands(text: string): string {
  if (!namesCommand(text)) return text;
  return text
    .split(/(?<=[.!?]) (?=[A-Z“"])/)
    .filter((sentence) => !namesCommand(sentence))
    .join(' ');
}

/** What a terminal is for is done by a button here. */
export function namesCommand(text: string): boolean {
  return text.includes('`pennyrow ');
}
