import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFile } from '../../../../test/support/csv-files.ts';
import { oneLine } from '../../../core/one-line.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import { caseCount } from '../../../../test/support/cases.ts';

interface Entry {
  readonly day: string;
  /** In cents, never zero. */
  readonly cents: number;
  readonly text: string;
}

interface Style {
  readonly delimiter: string;
  readonly quotes: 'all' | 'needed';
  readonly lineBreak: string;
  readonly date: (year: string, month: string, day: string) => string;
  readonly mark: '.' | ',';
  readonly thousands: string;
  readonly order: readonly Column[];
  readonly money: 'signed' | 'two' | 'marked' | 'brackets';
  readonly mark8: boolean;
}

type Column = 'date' | 'text' | 'money' | 'currency' | 'account';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const style: fc.Arbitrary<Style> = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quotes: fc.constantFrom('all' as const, 'needed' as const),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    date: fc.constantFrom<Style['date']>(
      (y, m, d) => `${y}-${m}-${d}`,
      (y, m, d) => `${d}.${m}.${y}`,
      (y, m, d) => `${d}.${m}.${y.slice(2)}`,
      (y, m, d) => `${y}${m}${d}`,
      (y, m, d) => `${y}/${m}/${d} 10:15:00`,
      (y, m, d) => `${d} ${MONTHS[Number(m) - 1]} ${y}`,
      (y, m, d) => `${MONTHS[Number(m) - 1]} ${d}, ${y}`,
      (y, m, d) => `${y}-${m}-${d}T23:59:59Z`,
    ),
    mark: fc.constantFrom('.' as const, ',' as const),
    thousands: fc.constantFrom('', ' ', "'", '\u00a0', 'other'),
    order: fc.shuffledSubarray<Column>(['date', 'text', 'money', 'currency', 'account'], { minLength: 5 }),
    money: fc.constantFrom('signed' as const, 'two' as const, 'marked' as const, 'brackets' as const),
    mark8: fc.boolean(),
  })
  .map((made) => ({
    ...made,
    thousands: made.thousands === 'other' ? (made.mark === '.' ? ',' : '.') : made.thousands,
  }));

const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2059-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  cents: fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => -cents),
  text: fc
    .oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('Café "Zoë", Paris', 'one\ntwo', '=1+1', 'a;b|c\td', "O'Hara", '"quoted"'),
    )
    .map((text) => `Shop ${text.replace(/(?![\t\n])\p{Cc}/gu, '')} end`),
});

/** More outgoing than incoming amounts, so that the meaning of the signs can be detected. */
const entries = fc
  .tuple(fc.array(entry, { minLength: 2, maxLength: 8 }), fc.array(entry, { maxLength: 2 }))
  .map(([out, into]) => [...out, ...into.slice(0, out.length - 1).map((one) => ({ ...one, cents: -one.cents }))]);

function written(style: Style, rows: readonly Entry[]): Buffer {
  const titles: Record<Column, string[]> = {
    date: ['Date'],
    text: ['Description'],
    money: style.money === 'two' ? ['Debit', 'Credit'] : style.money === 'marked' ? ['Amount', 'D/C'] : ['Amount'],
    currency: ['Currency'],
    account: ['Account number'],
  };
  const lines = [
    style.order.flatMap((column) => titles[column]),
    ...rows.map((row) => style.order.flatMap((column) => cellsOf(style, row)[column])),
  ];
  const text = lines
    .map((cells) => cells.map((cell) => quoted(style, cell)).join(style.delimiter) + style.lineBreak)
    .join('');
  return Buffer.from((style.mark8 ? '\ufeff' : '') + text);
}

function cellsOf(style: Style, { day, cents, text }: Entry): Record<Column, string[]> {
  const [year = '', month = '', number = ''] = day.split('-');
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, style.thousands);
  const plain = `${whole}${style.mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  const signed = cents < 0 ? (style.money === 'brackets' ? `(${plain})` : `-${plain}`) : plain;
  const money =
    style.money === 'two'
      ? cents < 0
        ? [plain, '']
        : ['', plain]
      : style.money === 'marked'
        ? [plain, cents < 0 ? 'D' : 'C']
        : [signed];
  return { date: [style.date(year, month, number)], text: [text], money, currency: ['CHF'], account: ['00123456'] };
}

function quoted({ quotes, delimiter }: Style, cell: string): string {
  const isNeeded = cell.includes('"') || cell.includes('\n') || cell.includes('\r') || cell.includes(delimiter);
  return quotes === 'all' || isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test('transactions written as CSV in any common style are read back unchanged, without a question', () => {
  fc.assert(
    fc.property(style, entries, (style, rows) => {
      const { transactions } = readStatement({ ...csvFile(''), bytes: written(style, rows) });
      expect(
        transactions.map(({ date, amount, currency, description }) => ({ date, amount, currency, description })),
      ).toEqual(
        rows.map(({ day, cents, text }) => ({
          date: day,
          amount: (cents / 100).toFixed(2),
          currency: 'CHF',
          description: oneLine(text.trim()),
        })),
      );
    }),
    { numRuns: caseCount(200) },
  );
});
