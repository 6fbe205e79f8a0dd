import { loadDesktopSpeech } from '../../src/desktop/speech.ts';

export const BRITISH = await loadDesktopSpeech('en-GB');
export const GERMAN = await loadDesktopSpeech('de-DE');
