import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browserName } from './request-headers.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('browserName', () => {
  it.each([
    [CHROME, 'Chrome', 'Linux'],
    [`${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`, 'Edge', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'macOS'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [CHROME.replace('X11; Linux x86_64', 'Linux; Android 14; Pixel 8'), 'Chrome', 'Android'],
    ['curl/8.14.1', null, null],
    ['', null, null],
    [undefined, null, null],
  ])('returns the names of the browser and the operating system for %s', (userAgent, browser, system) => {
    expect(browserName(userAgent)).toEqual({ browser, system });
  });

  it('returns only known names, for any text in the header', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        const { browser } = browserName(`${sent} Firefox/1`);
        expect(['Edge', 'Opera', 'Vivaldi', 'Firefox']).toContain(browser);
      }),
    );
  });
});
