import type { Report, Told } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import { loadSpeech, pickLanguage, type Speech } from '../messages/speech.ts';
import type { ElectronParts } from './electron-parts.ts';

/** How the desktop speaks to its person. */
export type DesktopSpeech = Speech<'desktop'>;

/**
 * In the language of the app, with dates and numbers as its region writes them. Loaded once, before anything is shown:
 * at the moment of an error, as while an update takes the program's place, there may be nothing left to load. English,
 * which is loaded before the app is ready, stands in for a language that cannot be.
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

/** Words in one language do not stand among dates in another: for a person in France, English as it is written there. */
function written(language: string, locale: string): string {
  const { language: spoken, region } = new Intl.Locale(locale).maximize();
  return spoken === language || region === undefined ? locale : `${language}-${region}`;
}

/** By the catalogue; what is not in it as it was told. */
export function tell(speech: DesktopSpeech, report: Report): Told {
  return speech.tell(problemOf(report), 'app');
}
