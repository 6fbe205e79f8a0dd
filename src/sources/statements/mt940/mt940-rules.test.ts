import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, fromEpochDay } from '../../../core/calendar-date.ts';
import { mt940Account } from './mt940-format.ts';
import { bookingDate } from './mt940-values.ts';
import { readDetails, unwrap } from './mt940-details.ts';

test('bookingDate infers the year if the entry date is within five months of the value date', () => {
  const days = fc.integer({ min: 8_000, max: 40_000 });
  fc.assert(
    fc.property(days, fc.integer({ min: -150, max: 150 }), (day, apart) => {
      const [value, entry] = [fromEpochDay(day), addDays(fromEpochDay(day), apart)];
      const written = value.slice(2).replaceAll('-', '');
      expect(bookingDate(written, entry.slice(5).replace('-', ''), null)).toBe(entry);
    }),
  );
});

test('bookingDate infers the year from the balances if the value date is further away', () => {
  const between = { from: fromEpochDay(20_000), to: fromEpochDay(20_010) };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), fc.integer({ min: -360, max: 360 }), (day, apart) => {
      const entry = fromEpochDay(20_000 + day);
      const value = addDays(entry, apart).slice(2).replaceAll('-', '');
      expect(bookingDate(value, entry.slice(5).replace('-', ''), between)).toBe(entry);
    }),
  );
});

test('unwrap joins text that was wrapped at 65 characters, with and without spaces at line ends', () => {
  const words = fc
    .array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(words, fc.boolean(), (text, keepsSpaces) => {
      const lines = text.match(/.{1,65}/g) ?? [];
      const written = lines.map((line) => (keepsSpaces ? line : line.trimEnd())).join('\r\n');
      expect(unwrap(written, null, 65)).toBe(text);
    }),
  );
});

describe('MT940 accounts', () => {
  const iban = mt940Account('DE89370400440532013000', 'EUR');

  test.each([
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013000EUR',
    'PAPRDEFFXXX/DE89370400440532013000',
    '/DE89370400440532013000/EUR',
    'DE89370400440532013000\r\nPAPRDEFFXXX',
  ])('have the same IBAN in the notation %j', (written) => expect(mt940Account(written, 'EUR')).toEqual(iban));

  test('keep letters at the end of an IBAN', () => {
    expect(mt940Account('MT84MALT011000012345MTLCAST001S', 'EUR')).toMatchObject({ lastDigits: '001S' });
    expect(mt940Account('MT84MALT011000012345MTLCAST001SEUR', 'EUR')).toMatchObject({ lastDigits: '001S' });
  });

  test('differ by bank, but not by the currency after the number', () => {
    const here = mt940Account('50880050/4711EUR', 'EUR');
    expect(mt940Account('50880050/4711', 'EUR')).toEqual(here);
    expect(mt940Account('50880051/4711', 'EUR')?.id).not.toBe(here?.id);
    expect(mt940Account('4711USD', null)).toMatchObject({ currency: 'USD', lastDigits: '4711' });
  });

  test.each(['', ' ', '/', '//'])('are rejected if written as %j', (written) =>
    expect(mt940Account(written, 'EUR')).toBeNull(),
  );
});

describe('MT940 details', () => {
  test.each([
    [
      'SEPA tags with colons',
      '?20EREF: X1 SVWZ: Rent May?32Ann',
      { party: 'Ann', purpose: 'Rent May', reference: 'X1' },
    ],
    ['text before the tags', '166?20Rent SVWZ+May?32Ann', { party: 'Ann', purpose: 'Rent May' }],
    ['text without codes', '166?Was ?20 Euro', { party: '', purpose: '166?Was ?20 Euro' }],
    ['fields that are not full', '166?20First line?21second?6010th', { purpose: 'First line second 10th' }],
    ['another separator', '020<00X<20A<21B<32N', { party: 'N', purpose: 'A B', kind: 'X' }],
    ['a code of four digits', '8300<00X<20A<32N', { party: 'N', purpose: 'A', kind: 'X' }],
    ['a blank before the code', ' 020?00X?20A?32N', { party: 'N', purpose: 'A', kind: 'X' }],
    ['an empty purpose before another', '/NAME/Ann/REMI//REMI/May', { party: 'Ann', purpose: 'May' }],
    ['text after a code that names nobody', '/OCMT/USD1,/\nRENT MAY', { party: '', purpose: 'USD1,/ RENT MAY' }],
    ['a reference alone', '/PREF/Batch-7', { party: '', purpose: 'Batch-7' }],
    ['a kind of payment alone', '/TRTP/SEPA BATCH/PREF/7', { purpose: '', kind: 'SEPA BATCH' }],
    ['slashes without a known code', '/ABC/text/NAME/x', { party: '', purpose: '/ABC/text/NAME/x' }],
    ['adjacent codes', '/ORDP/NAME/Ann/REMI/May', { party: 'Ann', purpose: 'May' }],
  ])('are read from %s', (_, written, expected) => expect(readDetails(written, 65)).toMatchObject(expected));
});
