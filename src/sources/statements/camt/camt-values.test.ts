import { expect, test } from 'vitest';
import { isPlaceholder } from '../../../core/provider-scheme.ts';
import { readCamtAmount, readCamtDate } from './camt-values.ts';

test.each([
  ['12.50', '12.50'],
  ['0', '0.00'],
  ['0003.5', '3.50'],
  ['5.', '5.00'],
  ['.5', '0.50'],
  ['1.23456', '1.23456'],
  ['0.00', '0.00'],
  ['999999999999.99', '999999999999.99'],
])('readCamtAmount reads %s as %s', (text, amount) => expect(readCamtAmount(text)).toBe(amount));

test.each([
  '',
  '-1.00',
  '+1.00',
  '1,00',
  '1e3',
  '1.2.3',
  '1 000.00',
  "1'000.00",
  'NaN',
  '٣',
  '.',
  '12345678901234567.89',
])('readCamtAmount rejects "%s"', (text) => expect(readCamtAmount(text)).toBeNull());

test.each([
  '2026-01-31',
  '2026-01-31Z',
  '2026-01-31+14:00',
  '2026-01-31T23:59:59',
  '2026-01-31T24:00:00',
  '2026-01-31T00:00:00.000-08:00',
  '2026-01-31T23:59:59.9Z',
])('readCamtDate reads the day of %s as it is written', (text) => expect(readCamtDate(text)).toBe('2026-01-31'));

test.each([
  '',
  '2026-02-30',
  '2026-13-01',
  '20260131',
  '31.01.2026',
  '2026-1-31',
  '2026-01-31 12:00',
  '2026-01-31T',
  '2026-01-31x',
  '-2026-01-31',
])('readCamtDate rejects "%s"', (text) => expect(readCamtDate(text)).toBeNull());

test.each(['NOTPROVIDED', 'not provided', 'NONREF', 'N/A', '-', '0', '000', ''])(
  'isPlaceholder is true for "%s"',
  (text) => expect(isPlaceholder(text)).toBe(true),
);
test.each(['NOTE', 'A0', '100', 'None the less'])('isPlaceholder is false for "%s"', (text) =>
  expect(isPlaceholder(text)).toBe(false),
);
