import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sheetRow } from '../../test/support/sheet-row.ts';
import type { Amount } from './amount.ts';
import type { Instant, LocalDateTime } from './calendar-date.ts';
import { mirrorText, type MirrorContext, utf8Length, listedCategories, listedRules } from './mirror-text.ts';
import type { Row } from './row.ts';
import type { Rule } from './snapshot.ts';

const now = '2026-03-10T09:00:00.000Z' as Instant;

const context: MirrorContext = {
  digest: (text) => `<${text.length}>`,
  addedAt: () => null,
  toInstant: (local) => `${local}.000Z` as Instant,
  firstSeen: new Map(),
  now,
};

type Body = Record<string, unknown>;

/** All transactions in the order of the text, as key and body. */
function written(rows: readonly Row[], given: Partial<MirrorContext> = {}): [string, Body][] {
  const blocks = [...mirrorText(rows, { ...context, ...given }).blocks];
  return blocks.flatMap(({ text, offsets }) => {
    const bytes = new TextEncoder().encode(text);
    return Array.from({ length: offsets.length - 1 }, (_, position) => {
      const row = new TextDecoder().decode(bytes.subarray(offsets[position], offsets[position + 1]));
      return Object.entries(JSON.parse(`{${row.replace(/,$/, '')}}`) as Record<string, Body>)[0] as [string, Body];
    });
  });
}

function bodyOf(row: Row, given: Partial<MirrorContext> = {}): Body {
  return (written([row], given)[0] as [string, Body])[1];
}

describe('mirrorText', () => {
  it('contains each field of the API specification', () => {
    const row = sheetRow({ index: 7, dateAdded: '2026-03-05T08:15:00' as LocalDateTime, category: 'Groceries' });
    expect(written([row])).toEqual([
      [
        'demo-1',
        {
          row_index: 7,
          amount: '-12.50',
          date: '2026-03-05',
          date_added: '2026-03-05T08:15:00.000Z',
          account_id: 'demo-checking',
          bank_account_identifier: 'Everyday checking ••4321',
          sheet_description: 'Green Grocer',
          category: 'Groceries',
        },
      ],
    ]);
  });

  it('returns the displayed date, and sorts by the real date, then by sheet order', () => {
    const rows = [
      sheetRow({ index: 2, transactionId: 'late', date: '2026-03-05', dateText: '5 March' }),
      sheetRow({ index: 3, transactionId: 'early', date: '2025-12-31' }),
      sheetRow({ index: 4, transactionId: 'late too', date: '2026-03-05' }),
    ];
    expect(written(rows).map(([key]) => key)).toEqual(['early', 'late', 'late too']);
    expect(written(rows)[1]?.[1]['date']).toBe('5 March');
  });

  it('omits rows without a readable date', () => {
    expect(written([sheetRow({ date: null, dateText: 'soon' })])).toEqual([]);
  });

  it('returns an empty amount if the cell contains no number', () => {
    expect(bodyOf(sheetRow({ amount: null, amountText: 'twelve' }))['amount']).toBe('');
  });

  it('returns null for a missing account id, and the account id for a missing account name', () => {
    expect(bodyOf(sheetRow({ accountId: '' }))['account_id']).toBeNull();
    expect(bodyOf(sheetRow({ account: '' }))['bank_account_identifier']).toBe('demo-checking');
  });

  it('splits rows by month, and long months into blocks', () => {
    const rows = Array.from({ length: 9000 }, (_, index) =>
      sheetRow({ index: index + 2, date: index < 10 ? '2025-01-01' : index < 30 ? '2025-02-28' : '2026-02-01' }),
    );
    const blocks = [...mirrorText(rows, context).blocks];
    expect(blocks.map(({ year, part, days }) => [year, part, days.length])).toEqual([
      [2025, 1000, 10],
      [2025, 2000, 20],
      [2026, 2000, 4096],
      [2026, 2001, 4096],
      [2026, 2002, 778],
    ]);
  });

  it('returns as repeats the rows whose key depends on the requested date range', () => {
    const rows = ['a', 'b', 'a', 'a#2', 'b#2c'].map((transactionId, index) =>
      sheetRow({ index: index + 2, transactionId }),
    );
    expect(mirrorText(rows, context).repeats.map(({ position, id }) => [position, id])).toEqual([
      [0, 'a'],
      [2, 'a'],
      [3, 'a#2'],
    ]);
  });
});

describe('date_added', () => {
  const local = '2026-03-05T08:15:00' as LocalDateTime;

  it('is the recorded time in milliseconds for rows that Pennyrow appended', () => {
    const addedAt = (id: string): Instant | null => (id === 'demo-1' ? ('2026-03-05T07:15:00.123Z' as Instant) : null);
    expect(bodyOf(sheetRow({ dateAdded: local }), { addedAt })['date_added']).toBe('2026-03-05T07:15:00.123Z');
  });

  it("is the sheet's Date Added in the account's time zone for other rows", () => {
    const toInstant = (text: LocalDateTime): Instant => `in zone ${text}` as Instant;
    expect(bodyOf(sheetRow({ dateAdded: local }), { toInstant })['date_added']).toBe(`in zone ${local}`);
  });

  it('is the time when the row was first seen if the sheet has no time; newlySeen lists rows without a stored time', () => {
    const row = sheetRow({ transactionId: 'typed' });
    expect(mirrorText([row], context).newlySeen).toEqual(['typed']);
    expect(bodyOf(row)['date_added']).toBe(now);
    const firstSeen = new Map([['typed', '2026-01-01T00:00:00.000Z' as Instant]]);
    expect(mirrorText([row], { ...context, firstSeen }).newlySeen).toEqual([]);
    expect(bodyOf(row, { firstSeen })['date_added']).toBe('2026-01-01T00:00:00.000Z');
  });
});

/** Characters with the lowest and highest code of each UTF-8 length, and a surrogate pair. */
const unit = fc.constantFrom('\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '🙂');

it('utf8Length counts the bytes of UTF-8', () => {
  fc.assert(fc.property(fc.string({ unit }), (text) => utf8Length(text) === Buffer.byteLength(text)));
});

it('listedCategories returns categories in sheet order, without blanks and duplicates', () => {
  expect(listedCategories(['Rent', '', 'Food', ' ', 'Rent', 'rent'])).toEqual(['Rent', 'Food', 'rent']);
});

it('listedRules returns complete rules in sheet order, with bounds as text', () => {
  const rule: Rule = { index: 2, description: 'rent', category: 'Home', minAmount: null, maxAmount: null };
  const bounded: Rule = { ...rule, description: 'tea', minAmount: '-5.00' as Amount, maxAmount: '0.00' as Amount };
  expect(listedRules([bounded, { ...rule, description: ' ' }, { ...rule, category: '' }, rule])).toEqual([
    { description: 'tea', category: 'Home', minAmount: '-5.00', maxAmount: '0.00' },
    { description: 'rent', category: 'Home', minAmount: '', maxAmount: '' },
  ]);
});
