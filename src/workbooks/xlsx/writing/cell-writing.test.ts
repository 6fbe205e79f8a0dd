import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellsIn } from '../package/sheet-cells.ts';
import { changeRow, newRow, type CellContent, type CellWrite } from './cell-writing.ts';
import { decodeXml } from '../../../platform/xml/xml-tag.ts';
import { cellText, decodeEscapes } from '../package/xml-edit.ts';

const keep = (style: number | null) => style;
const write = (column: number, content: CellContent, style: CellWrite['style'] = keep): CellWrite => ({
  column,
  content,
  style,
});
const number = (value: number): CellContent => value;
const text = (text: string): CellContent => text;

describe('text in a cell', () => {
  const stored = (value: string) => {
    const row = Buffer.from(newRow(1, '', [write(0, text(value))]), 'latin1').toString('utf8');
    return /<t(?: xml:space="preserve")?>([^]*)<\/t>/.exec(row)?.[1] ?? '';
  };

  test('reads back unchanged for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('_x0041_', '_x', '_', '\r', '\u0000', '\ufffe', ']]>', '&amp;', '='),
    );
    const anything = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(anything, (value) => {
        expect(decodeEscapes(decodeXml(stored(value)) ?? '')).toBe(cellText(value));
      }),
    );
  });

  test('never contains characters that XML forbids', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        // oxlint-disable-next-line no-control-regex
        expect(stored(value)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff<]/);
        expect(stored(value).isWellFormed()).toBe(true);
      }),
    );
  });

  test('contains control characters as escapes, and text that looks like an escape is escaped', () => {
    expect(stored('bell \u0007')).toBe('bell _x0007_');
    expect(stored('_x0041_')).toBe('_x005F_x0041_');
    expect(stored('half \ud83d')).toBe('half \ufffd');
  });

  test('has the attribute `xml:space` only if it begins or ends with white space, which programs may trim', () => {
    const kept = (value: string) => newRow(1, '', [write(0, text(value))]).includes('<t xml:space="preserve">');
    expect([' a', 'a\n', '\u00a0a', '\t'].filter(kept)).toHaveLength(4);
    expect(['a', 'a  b', 'a\nb', ''].filter(kept)).toEqual([]);
  });

  test('is truncated to the limit of a cell', () => {
    expect(cellText('a'.repeat(40_000))).toHaveLength(32_767);
    expect(cellText('a'.repeat(40_000)).endsWith('…')).toBe(true);
  });
});

describe('changing an existing row', () => {
  test('keeps all other cells, and inserts new cells in the order of columns', () => {
    const row = '<row r="3" ht="20"><c r="A3" s="1"/><c r="C3" s="5" t="s"><v>4</v></c><c r="F3"><f>A3</f></c></row>';
    const changed = changeRow(row, 3, [write(4, number(4)), write(2, number(2)), write(1, number(1))]);
    expect(changed).toBe(
      '<row r="3" ht="20"><c r="A3" s="1"/><c r="B3"><v>1</v></c><c r="C3" s="5"><v>2</v></c><c r="E3"><v>4</v></c><c r="F3"><f>A3</f></c></row>',
    );
  });

  test('adds cells to a self-closing row element, and uses its XML prefix', () => {
    expect(changeRow('<x:row r="3" s="1"/>', 3, [write(0, text('a'))])).toBe(
      '<x:row r="3" s="1"><x:c r="A3" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>',
    );
  });

  test('keeps the style of a cell that becomes empty, and creates no empty cells', () => {
    expect(changeRow('<row r="3"><c r="A3" s="7"><v>1</v></c></row>', 3, [write(0, null), write(1, null)])).toBe(
      '<row r="3"><c r="A3" s="7"/></row>',
    );
  });

  test('removes the spans attribute if a cell is outside of it', () => {
    expect(changeRow('<row r="3" spans="1:2"/>', 3, [write(2, number(1))])).toBe(
      '<row r="3"><c r="C3"><v>1</v></c></row>',
    );
    expect(changeRow('<row r="3" spans="1:3"/>', 3, [write(2, number(1))])).toContain('spans="1:3"');
  });

  test('writes into the right column if cells have no references', () => {
    const row = '<row><c><v>1</v></c><c><v>2</v></c></row>';
    expect([...cellsIn(row)].map(({ column }) => column)).toEqual([0, 1]);
    expect(changeRow(row, 1, [write(1, number(9))])).toBe('<row><c><v>1</v></c><c><v>9</v></c></row>');
  });
});

test('cellsIn distinguishes cells with content from cells with only a style', () => {
  const cells = cellsIn(
    '<row r="1"><c r="A1" s="3"/><c r="B1"><v>1</v></c><c r="C1"><f>B1</f></c><c r="AA1" t="inlineStr"><is><t/></is></c></row>',
  );
  expect([...cells].map(({ column, isEmpty, style }) => [column, isEmpty, style])).toEqual([
    [0, true, 3],
    [1, false, null],
    [2, false, null],
    [26, false, null],
  ]);
});
