import type { Report, Told } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import { loadSpeech, pickLanguage, type Language, type Speech } from '../messages/speech.ts';
import type { ElectronParts } from './electron-parts.ts';

export type DesktopSpeech = Speech<'desktop' | 'notices'>;

/** Read its properties when showing a text, because they change with the language. */
export interface SwitchableSpeech extends DesktopSpeech {
  setLanguage(language: string | null): Promise<void>;
}

/** Loaded at the start, because an update may replace the files later. Falls back to English. */
export async function speakTo(app: Pick<ElectronParts['app'], 'whenReady' | 'getLocale'>): Promise<SwitchableSpeech> {
  const english = await loadDesktopSpeech('en');
  // The system's language is unknown before that.
  await app.whenReady();
  const load = (language: string | null): Promise<DesktopSpeech> =>
    loadDesktopSpeech(app.getLocale(), pickLanguage([language ?? app.getLocale()])).catch(() => english);
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
    tell: (...told) => current.tell(...told),
    setLanguage: async (language) => {
      current = await load(language);
    },
  };
}

export async function loadDesktopSpeech(
  locale: string,
  language: Language = pickLanguage([locale]),
): Promise<DesktopSpeech> {
  return loadSpeech(language, written(language, locale), ['desktop', 'notices']);
}

function written(language: string, locale: string): string {
  const { language: spoken, region } = new Intl.Locale(locale).maximize();
  return spoken === language || region === undefined ? locale : `${language}-${region}`;
}

export function paragraphs(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n');
}

/** A message that is not in the catalog is shown as the service wrote it. */
export function tell(speech: DesktopSpeech, report: Report): Told {
  return speech.tell(problemOf(report), 'app');
}
