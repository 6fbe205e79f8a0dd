import type { Look } from './sheet.ts';
import type { NewWorkbookTexts } from '../new-workbook-texts.ts';

const INK = '1F3A4D';
const QUIET_INK = '7A8791';
const RULE = 'B8C7D1';
const PALE = 'EAF0F4';
const AMOUNT = { type: 'number', pattern: '#,##0.00;[Red]-#,##0.00' } as const;

export const COLORS = { in: '5B9A77', out: 'C7705F', saved: INK, netWorth: '2F6F8F', budget: RULE } as const;

export type Looks = ReturnType<typeof createLooks>;

/** How the cells of a new workbook look; only dates depend on the language. */
export function createLooks(formats: Pick<NewWorkbookTexts['formats'], 'date' | 'dateTime' | 'month'>) {
  const day = { type: 'date', pattern: formats.date } as const;
  const month = { type: 'date', pattern: formats.month } as const;
  const header = { bold: true, color: INK, fill: PALE, line: { color: RULE, isThick: true, side: 'bottom' } } as const;
  const sum = { bold: true, line: { color: RULE, side: 'top' } } as const;
  const input = { fill: 'FFF7DC', line: { color: 'E3CE8B', side: 'bottom' }, align: 'left' } as const;
  const quiet = { size: 'small', color: QUIET_INK } as const;
  return {
    plain: {},
    text: { isClipped: true, isIndented: true },
    date: { format: day, align: 'left', isIndented: true },
    amount: { format: AMOUNT },
    code: { ...quiet, format: { type: 'text', pattern: '@' }, isClipped: true, isIndented: true },
    added: { ...quiet, format: { type: 'dateTime', pattern: formats.dateTime }, align: 'left', isIndented: true },
    header: { ...header, isMiddle: true, isIndented: true, align: 'left' },
    headerRight: { ...header, isMiddle: true, align: 'right' },
    title: { bold: true, size: 'title', color: INK },
    heading: { bold: true, size: 'heading', color: INK },
    headingMonth: { bold: true, size: 'heading', color: INK, format: month, align: 'left' },
    quiet,
    warning: { bold: true, color: 'B3261E' },
    label: { bold: true, isIndented: true },
    input,
    inputDate: { ...input, format: day },
    month: { format: month, align: 'left', isIndented: true },
    percent: { format: { type: 'percent', pattern: '0%' }, align: 'right' },
    sumLabel: { ...sum, isIndented: true },
    sum: { ...sum, format: AMOUNT },
    sumPercent: { ...sum, format: { type: 'percent', pattern: '0%' }, align: 'right' },
  } as const satisfies Readonly<Record<string, Look>>;
}
