import { describe, expect, test } from 'vitest';
import { dependsOnOrder, isDateShaped, possibleOrders, readDate } from './date-text.ts';

describe('the year of a date', () => {
  test.each([
    ['15/01/2569', '2026-01-15'],
    ['29.02.2567', '2024-02-29'],
    ['29/02/2569', null],
    ['15/01/1999', '1999-01-15'],
    ['15/01/69', '2026-01-15'],
    ['15/01/59', '2059-01-15'],
    ['15/01/80', '1980-01-15'],
  ])('is converted from the Buddhist era if necessary: %s is %s', (text, day) => {
    expect(readDate(text, 'dmy')).toBe(day);
  });

  test.each(['15/01/2206', '15/01/0026', '15/01/1111', '2206-01-15', '15 January 9999'])(
    'is rejected if it is implausible: %s',
    (text) => {
      expect(readDate(text, text.startsWith('2') ? 'ymd' : 'dmy')).toBeNull();
    },
  );
});

describe('a date in local notation', () => {
  test.each([
    ['2026年2月3日', '2026-02-03'],
    ['2026年02月03日(火) 10:15', '2026-02-03'],
    ['2026년 2월 3일', '2026-02-03'],
    ['26. 2. 3.', '2026-02-03'],
    ['3. maj 2026.', '2026-05-03'],
    ['3 трав. 2026 р., 10:15', '2026-05-03'],
    ['3 de gener del 2026', '2026-01-03'],
    ['3 d’abril del 2026', '2026-04-03'],
    ['3 בינו׳ 2026', '2026-01-03'],
    ['2026. gada 3. janvāris', '2026-01-03'],
    ['2026 m. sausio 3 d.', '2026-01-03'],
    ['3 thg 2, 2026', '2026-02-03'],
    ['3 tháng 12 năm 2026', '2026-12-03'],
    ['3-sentabr, 2026', '2026-09-03'],
    ['segunda-feira, 3 de maio de 2026', '2026-05-03'],
    ['令和8年2月3日', '2026-02-03'],
    ['令和元年5月4日', '2019-05-04'],
    ['115/02/03', '2026-02-03'],
    ['115.2.3', '2026-02-03'],
    ['115年2月3日', '2026-02-03'],
    ['10:15 - 3 May 2026', '2026-05-03'],
    ['3 May 2026 10:05 ص', '2026-05-03'],
    ['3 ก.พ. 2569', '2026-02-03'],
    ['3 ก.พ. 69', '2026-02-03'],
    ['3 มี.ค. 2569 10:15 น.', '2026-03-03'],
    ['3 มกราคม 2569', '2026-01-03'],
    ['3 февраля 2026 г.', '2026-02-03'],
    ['03 мая 2026, 10:15', '2026-05-03'],
    ['3 лютого 2026', '2026-02-03'],
    ['3. února 2026', '2026-02-03'],
    ['3. června 2026', '2026-06-03'],
    ['3. července 2026', '2026-07-03'],
    ['2026. február 3.', '2026-02-03'],
    ['3 Şubat 2026', '2026-02-03'],
    ['3. marraskuuta 2026', '2026-11-03'],
    ['3 Φεβρουαρίου 2026', '2026-02-03'],
    ['3 בפברואר 2026', '2026-02-03'],
    ['3 فبراير 2026', '2026-02-03'],
    ['1er février 2026', '2026-02-01'],
    ['3 Agustus 2026', '2026-08-03'],
    ['Tue 3 Feb 2026', '2026-02-03'],
    ['2026-Feb-03', '2026-02-03'],
    ['20260203T101500Z', '2026-02-03'],
  ])('is read the same whichever date order is assumed: %s is %s', (text, day) => {
    expect(isDateShaped(text)).toBe(true);
    for (const order of ['ymd', 'dmy', 'mdy'] as const) expect(readDate(text, order)).toBe(day);
    expect(dependsOnOrder(text)).toBe(false);
  });

  test.each([
    ["'13/02/2026", '2026-02-13'],
    ['١٣/٠٢/٢٠٢٦', '2026-02-13'],
    ['13.02.2026 um 10:15 Uhr', '2026-02-13'],
    ['13/02/2026, 3:05 p.\u202fm.', '2026-02-13'],
    ['10:15 13/02/2026', '2026-02-13'],
    ['13-02-2026-10.15.00.000000', '2026-02-13'],
    ['13/02/2026 10:15 GMT+02:00', '2026-02-13'],
  ])('is read with the day first: %j is %s', (text, day) => {
    expect(isDateShaped(text)).toBe(true);
    expect(readDate(text, 'dmy')).toBe(day);
  });

  test('is read with a Korean AM or PM', () => {
    expect(readDate('2026. 2. 3. 오후 3:05', 'ymd')).toBe('2026-02-03');
  });

  test.each(['3 shops 2026', '200/02/03', '115 02 03', '2026年13月3日', '12.50', '3 kg 26', '00:15 o’clock'])(
    'is not recognized in %s',
    (text) => {
      for (const order of ['ymd', 'dmy', 'mdy'] as const) expect(readDate(text, order)).toBeNull();
    },
  );
});

describe('the order of a column with two-digit years', () => {
  test.each([[['15/04/26']], [['15/04/26', '20/04/26']], [['15/12/25', '20/01/26']], [['21/04/26', '22/04/26']]])(
    'cannot begin with the year if the first number looks like a day: %j',
    (texts) => expect(possibleOrders(texts)).toEqual(['dmy', 'mdy']),
  );

  test.each([[['26/04/15']], [['26/04/28']], [['26/04/15', '26/04/20']], [['2026/04/15', '15/04/26']], [[]]])(
    'may begin with the year: %j',
    (texts) => expect(possibleOrders(texts)).toContain('ymd'),
  );
});
