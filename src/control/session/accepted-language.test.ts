import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageOf } from './request-headers.ts';

describe('the language of a browser', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['eo-XX, eo;q=0.9, de;q=0.7, en;q=0.6, *;q=0.5', 'de'],
    ['en;q=0.3, DE-ch;q=0.4', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=0', 'en'],
    ['de;level=1;q=0.2, en;q=0.1', 'de'],
    ['eo, tlh', 'en'],
    ['den-CA, enm', 'en'],
    ['__proto__, constructor', 'en'],
    ['de;q=many, en;q=0.1', 'en'],
  ])('is the supported language that the header prefers most: %j', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });

  it('is always a supported language, for any text in the header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('d', 'e', 'n', '-', ',', ';', 'q', '=', '0', '.', '*', ' ') }),
        (header) => ['en', 'de'].includes(languageOf(header)),
      ),
    );
  });
});
