import { describe, expect, it } from 'vitest';
import { BRITISH, GERMAN } from '../../test/support/desktop-speech.ts';
import { createError, reportOf } from '../platform/errors.ts';
import { loadDesktopSpeech, speakTo, tell } from './speech.ts';

const app = (locale: string) => ({ whenReady: () => Promise.resolve(), getLocale: () => locale });

describe('the language of the desktop', () => {
  it('is the language of the app, with the formats of its country', async () => {
    expect((await speakTo(app('de-CH'))).language).toBe('de');
    const [american, british] = await Promise.all([speakTo(app('en-US')), speakTo(app('en-GB'))]);
    expect([american, british].map(({ format }) => format.day('2026-03-10'))).toEqual(['Mar 10, 2026', '10 Mar 2026']);
  });

  it('is English for an unsupported language and for an invalid locale', async () => {
    expect((await speakTo(app('eo'))).texts.desktop.box.problem.quit).toBe('Quit');
    expect((await speakTo(app(''))).texts.desktop.box.problem.quit).toBe('Quit');
    expect((await loadDesktopSpeech('eo')).format.day('2026-03-10')).toBe('10 Mar 2026');
  });

  it('applies to the message of a problem and to its remedy in the app', () => {
    const silent = reportOf(createError('update_offline', { reason: 'silent' }));
    expect(tell(BRITISH, silent).what).toBe('The update server stopped responding.');
    expect(tell(GERMAN, silent).what).toBe('Der Update-Server antwortet nicht mehr.');
    const noClient = reportOf(createError('workbook_google_no_client', {}));
    expect(tell(BRITISH, noClient).remedy).toMatch(/enter its file on the page Spreadsheet\.$/);
  });

  it('does not change the message of an unknown report', () => {
    const report = { code: 'constructor', message: 'Something new.', remedy: '' };
    expect(tell(GERMAN, report)).toEqual({ what: 'Something new.', remedy: null });
  });
});
