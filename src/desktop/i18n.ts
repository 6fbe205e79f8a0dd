import type { Report, LocalizedMessage } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import { loadI18n, pickLanguage, type Language, type I18n } from '../messages/i18n.ts';
import type { ElectronParts } from './electron-parts.ts';

export type DesktopI18n = I18n<'desktop' | 'notices'>;

/** Read its properties for each use, because they change when the user switches the language. */
export interface SwitchableI18n extends DesktopI18n {
  setLanguage(language: string | null): Promise<void>;
}

/** Loads the texts at the start, because an update may replace their files while the app runs. Falls back to English. */
export async function loadAppI18n(app: Pick<ElectronParts['app'], 'whenReady' | 'getLocale'>): Promise<SwitchableI18n> {
  const english = await loadDesktopI18n('en');
  // The system's language is unknown before the app is ready.
  await app.whenReady();
  const load = (language: string | null): Promise<DesktopI18n> =>
    loadDesktopI18n(app.getLocale(), pickLanguage([language ?? app.getLocale()])).catch(() => english);
  let current = await load(null);
  return {
    get language() {
      return current.language;
    },
    get format() {
      return current.format;
    },
    get texts() {
      return current.texts;
    },
    localize: (...args) => current.localize(...args),
    setLanguage: async (language) => {
      current = await load(language);
    },
  };
}

export async function loadDesktopI18n(
  locale: string,
  language: Language = pickLanguage([locale]),
): Promise<DesktopI18n> {
  return loadI18n(language, written(language, locale), ['desktop', 'notices']);
}

function written(language: string, locale: string): string {
  const { language: spoken, region } = new Intl.Locale(locale).maximize();
  return spoken === language || region === undefined ? locale : `${language}-${region}`;
}

export function paragraphs(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n');
}

/** A message without a translation stays in the service's English. */
export function localize(i18n: DesktopI18n, report: Report): LocalizedMessage {
  return i18n.localize(problemOf(report), 'app');
}
