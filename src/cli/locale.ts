import { loadI18n, pickLanguage, loadEnglish, type I18n } from '../messages/i18n.ts';
import * as kindTexts from '../messages/kind-texts.ts';
import type { Report } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';

type TerminalI18n = I18n<'terminal' | 'kinds'>;

let i18n: TerminalI18n;
let isLoaded = false;
let locale: () => string;

/** Call this before the other functions. `PENNYROW_LANGUAGE` or the terminal's locale variables decide the language. */
export async function loadLocale(environment: NodeJS.ProcessEnv): Promise<void> {
  const { PENNYROW_LANGUAGE, LC_ALL, LC_MESSAGES, LC_TIME, LANG } = environment;
  // The first variable that is set decides, so that LC_ALL=C gives English even if LANG is German.
  const chosen = pickLanguage([PENNYROW_LANGUAGE || LC_ALL || LC_MESSAGES || LANG]);
  locale = () => {
    const written = toTag(LC_ALL || LC_TIME || LANG);
    return written?.startsWith(`${chosen}-`) === true ? written : chosen;
  };
  [i18n] = await Promise.all([loadI18n(chosen, locale, ['terminal', 'kinds']), loadEnglish()]);
  isLoaded = true;
}

export function isLocaleLoaded(): boolean {
  return isLoaded;
}

export function text(): TerminalI18n['texts']['terminal'] {
  return i18n.texts.terminal;
}

export function sourceTexts(id: string): kindTexts.SourceTexts {
  return kindTexts.sourceTexts(i18n.texts.kinds, id);
}

export function workbookTexts(id: string): kindTexts.WorkbookTexts {
  return kindTexts.workbookTexts(i18n.texts.kinds, id);
}

export function language(): string {
  return i18n.language;
}

export async function pageTexts(): Promise<I18n<'pages'>['texts']['pages']> {
  return (await loadI18n(i18n.language, locale, ['pages'])).texts.pages;
}

export function format(): TerminalI18n['format'] {
  return i18n.format;
}

export function localize(report: Report): { readonly message: string; readonly remedy: string } {
  const translated = i18n.localize(problemOf(report), 'terminal');
  return { message: translated.what, remedy: translated.remedy ?? '' };
}

/** Converts "de_AT.UTF-8" to BCP 47; null for C, POSIX and invalid names. */
function toTag(locale: string | undefined): string | null {
  const tag = (locale ?? '').split(/[.@]/, 1)[0]?.replaceAll('_', '-') ?? '';
  try {
    // Accepts locales for which Intl has no data, because the check would be slow.
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
