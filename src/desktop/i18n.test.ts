import { describe, expect, it } from 'vitest';
import { BRITISH, GERMAN } from '../../test/support/desktop-i18n.ts';
import { createError, reportOf } from '../platform/errors.ts';
import { loadDesktopI18n, loadAppI18n, localize } from './i18n.ts';

const app = (locale: string) => ({ whenReady: () => Promise.resolve(), getLocale: () => locale });

describe('the language of the desktop', () => {
  it('is the language of the app, with the formats of its country', async () => {
    expect((await loadAppI18n(app('de-CH'))).language).toBe('de');
    const [american, british] = await Promise.all([loadAppI18n(app('en-US')), loadAppI18n(app('en-GB'))]);
    expect([american, british].map(({ format }) => format.day('2026-03-10'))).toEqual(['Mar 10, 2026', '10 Mar 2026']);
  });

  it('is English for an unsupported language and for an invalid locale', async () => {
    expect((await loadAppI18n(app('eo'))).texts.desktop.box.problem.quit).toBe('Quit');
    expect((await loadAppI18n(app(''))).texts.desktop.box.problem.quit).toBe('Quit');
    expect((await loadDesktopI18n('eo')).format.day('2026-03-10')).toBe('10 Mar 2026');
  });

  it('applies to the message of a problem and to its remedy, which names a page of the app', () => {
    const silent = reportOf(createError('update_offline', { reason: 'silent' }));
    expect(localize(BRITISH, silent).what).toBe('The update server stopped responding.');
    expect(localize(GERMAN, silent).what).toBe('Der Update-Server antwortet nicht mehr.');
    const noClient = reportOf(createError('workbook_google_no_client', {}));
    expect(localize(BRITISH, noClient).remedy).toMatch(/enter its file on the page Spreadsheet\.$/);
  });

  it('is the service’s English for a message with an unknown code', () => {
    const report = { code: 'constructor', message: 'Something new.', remedy: '' };
    expect(localize(GERMAN, report)).toEqual({ what: 'Something new.', remedy: null });
  });
});
