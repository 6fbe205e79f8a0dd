import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromEpochDay } from '../../../core/calendar-date.ts';
import { readOfxDate } from './ofx-values.ts';

test('an OFX date is the day that the bank wrote, in every time zone and at every hour', () => {
  const time = fc.constantFrom('', '0000', '235959', '120000.000', '000000.000', 'T120000', ' 120000');
  const zone = fc.constantFrom(
    '',
    '[-5:EST]',
    '[+13:NZDT]',
    '[0:GMT]',
    '[-3]',
    '[5.30:IST]',
    '[-5.5:IST]',
    ' [-8:PST',
    '[]',
    '-0500',
    '+13:00',
    'Z',
  );
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 60_000 }).map(fromEpochDay), time, zone, (date, time, zone) => {
      expect(readOfxDate(`${date.replaceAll('-', '')}${time}${zone}`)).toBe(date);
    }),
  );
});

test('an OFX date may have the ISO form', () => {
  expect(readOfxDate('2026-01-31')).toBe('2026-01-31');
  expect(readOfxDate('2026-01-31T23:59:59.9-08:00')).toBe('2026-01-31');
  expect(readOfxDate('2026-01-31 23:59:59')).toBe('2026-01-31');
  expect(readOfxDate('2026/01/31')).toBe('2026-01-31');
});

const NO_DATES = [
  '',
  '0',
  '00000000',
  '20260230',
  '20251301',
  '31012026',
  '31/01/2026',
  '2026013',
  '202601311',
  '20260131x',
  '26-01-31',
  '2026-1-31',
  '2026/01-31',
  '20260131 12:00',
  '120000',
  '20260131-5',
  'T120000',
];

test.each(NO_DATES)('"%s" is not an OFX date', (text) => expect(readOfxDate(text)).toBeNull());
