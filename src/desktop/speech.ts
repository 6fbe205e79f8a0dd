import type { Report, Told } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import { loadSpeech, pickLanguage, type Language, type Speech } from '../messages/speech.ts';
import type { ElectronParts } from './electron-parts.ts';

export type DesktopSpeech = Speech<'desktop'>;

/** Read its parts when they are shown: they change with the language. */
export interface SwitchableSpeech extends DesktopSpeech {
  /** Null for the system's language. */
  setLanguage(language: string | null): Promise<void>;
}

/**
 * Messages in the app's language, with dates and numbers in the format of its region. Loaded at the start, because an
 * update may have replaced the files by the time an error occurs. Falls back to English.
 */
export async function speakTo(app: Pick<ElectronParts['app'], 'whenReady' | 'getLocale'>): Promise<SwitchableSpeech> {
  const english = await loadDesktopSpeech('en');
  // The system tells its language only then.
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

/** `locale`: BCP 47. */
export async function loadDesktopSpeech(
  locale: string,
  language: Language = pickLanguage([locale]),
): Promise<DesktopSpeech> {
  return loadSpeech(language, written(language, locale), ['desktop']);
}

/** Keeps words and dates in one language: for an unsupported locale such as fr-FR, English with the region France. */
function written(language: string, locale: string): string {
  const { language: spoken, region } = new Intl.Locale(locale).maximize();
  return spoken === language || region === undefined ? locale : `${language}-${region}`;
}

/** By the catalogue; what is not in it as it was told. */
export function tell(speech: DesktopSpeech, report: Report): Told {
  return speech.tell(problemOf(report), 'app');
}
