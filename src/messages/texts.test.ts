import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormat } from './format.ts';
import { createTexts, createWriters, loadI18n } from './i18n.ts';

const MESSAGE = { what: '', remedy: null };

function writersOf(locale: string, hasLatinDigits = true) {
  return createWriters({ format: createFormat(locale), localize: () => MESSAGE, hasLatinDigits });
}

test('createTexts creates a group of messages once, on its first use', () => {
  const made: string[] = [];
  const group = (name: string) => () => {
    made.push(name);
    return { text: name };
  };
  const texts = createTexts(() => ({ one: group('one'), other: group('other') }), writersOf('en')) as unknown as Record<
    string,
    unknown
  >;
  expect(made).toEqual([]);
  const { one } = texts;
  expect(texts['one']).toBe(one);
  expect(made).toEqual(['one']);
  expect(texts).toEqual({ one: { text: 'one' }, other: { text: 'other' } });
});

test('createWriters formats numbers of any size like Intl.NumberFormat', () => {
  const numbers = fc.oneof(
    fc.integer(),
    fc.integer({ min: -10, max: 1100 }),
    fc.double({ noNaN: true }).map((value) => value + 0),
  );
  for (const locale of ['en-GB', 'de-DE', 'de-CH', 'fr']) {
    const intl = new Intl.NumberFormat(locale);
    fc.assert(fc.property(numbers, (value) => writersOf(locale).numeral(value as never) === intl.format(value)));
  }
});

test('createWriters formats numbers with the digits of the language', () => {
  expect(writersOf('ar-EG', false).numeral(7 as never)).toBe('٧');
});

test("the number in a plural is formatted for the user's region", async () => {
  const { texts } = await loadI18n('de', 'de-CH', ['terminal']);
  expect(texts.terminal.connection.answers({ host: 'bank.example', count: 1234 })).toContain(
    `${new Intl.NumberFormat('de-CH').format(1234)} `,
  );
});
