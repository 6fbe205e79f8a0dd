import { loadSpeech, pickLanguage, speakEnglish, type Speech } from '../messages/speech.ts';
import * as kindTexts from '../messages/kind-texts.ts';
import type { Report } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';

type TerminalSpeech = Speech<'terminal' | 'kinds'>;

let speech: TerminalSpeech;
let isSpeaking = false;
let locale: () => string;

/**
 * The first thing that the command line does. The language is that of `PENNYROW_LANGUAGE`, else that in which the
 * terminal shows messages; dates and numbers are written as the terminal's locale has them.
 */
export async function beginToSpeak(environment: NodeJS.ProcessEnv): Promise<void> {
  const { PENNYROW_LANGUAGE, LC_ALL, LC_MESSAGES, LC_TIME, LANG } = environment;
  // As in every program of a terminal: the first that is set decides, so that LC_ALL=C is English whatever LANG says.
  const chosen = pickLanguage([PENNYROW_LANGUAGE || LC_ALL || LC_MESSAGES || LANG]);
  locale = () => {
    const written = toTag(LC_ALL || LC_TIME || LANG);
    return written?.startsWith(`${chosen}-`) === true ? written : chosen;
  };
  [speech] = await Promise.all([loadSpeech(chosen, locale, ['terminal', 'kinds']), speakEnglish()]);
  isSpeaking = true;
}

/** Whether there is a catalogue to speak by; its files may be missing, or too many others open. */
export function canSpeak(): boolean {
  return isSpeaking;
}

/** What the command line says. */
export function text(): TerminalSpeech['texts']['terminal'] {
  return speech.texts.terminal;
}

/** What a kind of source says. */
export function sourceTexts(id: string): kindTexts.SourceTexts {
  return kindTexts.sourceTexts(speech.texts.kinds, id);
}

/** What a kind of workbook says. */
export function workbookTexts(id: string): kindTexts.WorkbookTexts {
  return kindTexts.workbookTexts(speech.texts.kinds, id);
}

/** The tag of the language that it speaks. */
export function language(): string {
  return speech.language;
}

/** What the dashboard says, for a command that shows the same. */
export async function pageTexts(): Promise<Speech<'pages'>['texts']['pages']> {
  return (await loadSpeech(speech.language, locale, ['pages'])).texts.pages;
}

/** How the reader writes dates, numbers and amounts. */
export function format(): TerminalSpeech['format'] {
  return speech.format;
}

/** A problem in the language of the terminal. */
export function tell(report: Report): { readonly message: string; readonly remedy: string } {
  const told = speech.tell(problemOf(report), 'terminal');
  return { message: told.what, remedy: told.remedy ?? '' };
}

/** "de_AT.UTF-8" as BCP 47; null for C, POSIX and what is none. */
function toTag(locale: string | undefined): string | null {
  const tag = (locale ?? '').split(/[.@]/, 1)[0]?.replaceAll('_', '-') ?? '';
  try {
    // Whether Intl has formats of its own for it is not asked: that takes longer than all else a small command does.
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
