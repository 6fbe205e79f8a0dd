import { describe, expect, test } from 'vitest';
import { splice } from '../package/xml-edit.ts';
import { SheetFormulas } from './sheet-formulas.ts';

/** The rows 2 to 31 grew to rows 2 to 35. */
const MOVE = { sheet: "è's & co", move: { firstRow: 2, from: 31, to: 35 } };
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');

function moved(cells: string, isShift = false): string {
  const move = isShift ? { ...MOVE.move, inserted: { at: 2, count: 4 } } : MOVE.move;
  const row = latin1(`<row r="1">${cells}</row>`);
  return utf8(splice(row, new SheetFormulas('summary', [{ ...MOVE, move }], null).editsOf(row, 1, '').moved));
}

describe('formulas are moved in the same way with and without stored results', () => {
  test.each([
    "<c r='A1'><f>SUM('È''s &amp; co'!C2:C31)</f><v>7</v></c>",
    "<c r='A1'><f>1+1</f><v>2</v></c><c r='B1'><f>&quot;é&quot;&amp;SUM(&apos;È&#39;&#39;s &#38; co&apos;!C2:C31)</f><v>7</v></c>",
    "<c r='A1'><f t='array' ref='A1'>SUM('È''s &amp; co'!C2:C31)</f><v>7</v></c>",
    "<c r='A1'><f\tt='shared' ref='A1:B1' si='0'>SUM('È''s &amp; co'!$C2:$C31)</f><v>7</v></c><c r='B1'><f t='shared' si='0'/><v>7</v></c>",
    "<c r='A1'><f>&unknown;</f><v>7</v></c><c r='B1'><f>SUM('È''s &amp; co'!C2:C31)</f><v>7</v></c>",
  ])('%s', (cells) => {
    for (const isShift of [false, true]) {
      const [before, after] = [cells, moved(cells, isShift)].map((row) => row.replaceAll(/<v>\d<\/v>/g, ''));
      expect(after).not.toContain(before);
      expect(moved(before ?? '', isShift)).toBe(after);
    }
  });
});
