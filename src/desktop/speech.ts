import type { Report, Told } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import { loadSpeech, pickLanguage, type Speech } from '../messages/speech.ts';
import type { ElectronParts } from './electron-parts.ts';

/** How the desktop speaks to its person. */
export type DesktopSpeech = Speech<'desktop'>;

/**
 * Messages in the app's language, with dates and numbers in the format of its region. Loaded once at the start, because an
 * update may have replaced the files by the time an error occurs. Falls back to English.
 */
export async function speakTo(app: Pick<ElectronParts['app'], 'whenReady' | 'getLocale'>): Promise<DesktopSpeech> {
  const english = loadDesktopSpeech('en');
  // The system tells its language only then.
  await Promise.all([english, app.whenReady()]);
  return loadDesktopSpeech(app.getLocale()).catch(() => english);
}

/** `locale`: BCP 47. */
export async function loadDesktopSpeech(locale: string): Promise<DesktopSpeech> {
  const language = pickLanguage([locale]);
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
