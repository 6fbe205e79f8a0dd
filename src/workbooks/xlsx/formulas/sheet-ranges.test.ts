import { describe, expect, test } from 'vitest';
import { moveDimension, moveFormulas, moveSheetRanges } from './sheet-ranges.ts';

const MOVE = { firstRow: 2, from: 51, to: 60 };

describe('the dimension of a sheet', () => {
  test.each([
    ['A1:H51', 'A1:H60'],
    ['A1', 'A1:H60'],
    ['A1:M99', 'A1:M99'],
  ])('%s becomes %s', (before, after) => {
    expect(moveDimension(`<w><dimension ref="${before}"/></w>`, MOVE, 7)).toBe(`<w><dimension ref="${after}"/></w>`);
  });

  test('is not added if it is missing', () => {
    expect(moveDimension('<w><sheetViews/></w>', MOVE, 7)).toBe('<w><sheetViews/></w>');
  });
});

describe('ranges in the XML elements that follow the rows, when rows are added', () => {
  test('are extended in filters, formats, validations and ignored errors, but not in merged cells', () => {
    const text =
      '<autoFilter ref="A1:H51"/><conditionalFormatting sqref="C2:C51 E2:E9"/><mergeCell ref="A1:H51"/><ignoredError sqref="F2:F51"/>';
    expect(moveSheetRanges(text, MOVE, 'T')).toBe(
      '<autoFilter ref="A1:H60"/><conditionalFormatting sqref="C2:C60 E2:E9"/><mergeCell ref="A1:H51"/><ignoredError sqref="F2:F60"/>',
    );
  });

  test('are extended in newer validations, which store ranges as text, but not in sparklines', () => {
    const newer = (range: string) =>
      `<x14:dataValidation><xm:f>A2:A51</xm:f><xm:sqref>${range}</xm:sqref></x14:dataValidation>`;
    const sparkline = '<x14:sparkline><xm:f>T!A2:A51</xm:f><xm:sqref>A2:A51</xm:sqref></x14:sparkline>';
    expect(moveSheetRanges(newer('D2:D51') + sparkline, MOVE, 'T')).toBe(newer('D2:D60') + sparkline);
  });
});

describe('defined names', () => {
  const moved = (formula: string, sheet: string) =>
    moveFormulas(`<definedName name="n">${formula}</definedName>`, 'definedName', [
      { sheet: sheet.toLowerCase(), move: MOVE },
    ]).replace(/<[^>]*>/g, '');

  test.each([
    ['T!$A$1:$H$51', 'T', 'T!$A$1:$H$60'],
    ['t!$A$1:$H$51', 'T', 't!$A$1:$H$60'],
    ["'It''s &amp; more'!$A$2:$A$51", "It's & more", "'It''s &amp; more'!$A$2:$A$60"],
    ['&apos;My sheet&apos;!$A$2:$A$51', 'My sheet', "'My sheet'!$A$2:$A$60"],
    ['SUM(T!$C$2:$C$51)/COUNT(U!$C$2:$C$51)', 'T', 'SUM(T!$C$2:$C$60)/COUNT(U!$C$2:$C$51)'],
  ])('%s, when rows are added to the sheet %s, becomes %s', (formula, sheet, expected) => {
    expect(moved(formula, sheet)).toBe(expected);
  });

  test.each(['T!$1:$1', 'T!$A:$H', 'T!$B$51', 'T!$A$5:$A$51', '#N/A', 'U!$A$1:$H$51', 'OtherT!$A$1:$H$51'])(
    '%s is unchanged',
    (formula) => {
      expect(moved(formula, 'T')).toBe(formula);
    },
  );
});
