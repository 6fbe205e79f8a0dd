import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteSheet, type SheetVisitor } from './sheet-rewriter.ts';

const KEEP: SheetVisitor = {
  firstRow: 1,
  head: (text) => text,
  before: () => [],
  wants: () => false,
  row: (text) => text,
  tail: (text) => text,
};

const SHEET =
  '<?xml version="1.0"?><x:worksheet xmlns:x="urn:x"><!-- <x:sheetData> --><x:cols/><x:sheetData>\n' +
  '<x:row r="1" x:ht="1>2"><x:c r="A1"><x:is><x:t>é</x:t></x:is></x:c></x:row>' +
  '<!-- </x:row></x:sheetData> --><x:row><x:c><x:is><x:t><![CDATA[</x:row>]]></x:t></x:is></x:c></x:row >' +
  '<x:row r="5"/></x:sheetData><x:pageMargins/></x:worksheet>';

async function rewrite(text: string, visitor: Partial<SheetVisitor>, cuts: readonly number[] = []): Promise<string> {
  const bytes = Buffer.from(text, 'utf8');
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 1; at < places.length; at += 1) yield bytes.subarray(places[at - 1], places[at]);
  }
  const result: Buffer[] = [];
  for await (const chunk of rewriteSheet(chunks(), { ...KEEP, ...visitor })) result.push(chunk);
  return Buffer.concat(result).toString('utf8');
}

describe('rewriting a sheet part', () => {
  test('keeps the part unchanged if the visitor changes nothing, wherever the input is split into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
        expect(await rewrite(SHEET, {}, cuts)).toBe(SHEET);
        expect(await rewrite(SHEET, { wants: () => true }, cuts)).toBe(SHEET);
      }),
    );
  });

  test('visits each row once with its number, which is counted if missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
        const seen: [number, string][] = [];
        await rewrite(SHEET, { wants: () => true, row: (text, row) => (seen.push([row, text]), text) }, cuts);
        expect(seen.map(([row]) => row)).toEqual([1, 2, 5]);
        expect(seen[1]?.[1]).toMatch(/^<x:row><x:c>.*<\/x:row >$/);
      }),
    );
  });

  test('inserts new rows before the row that follows them, and after the last row', async () => {
    const added: SheetVisitor['before'] = (row, prefix) =>
      row === 5 ? [`<${prefix}row r="3"/>`, `<${prefix}row r="4"/>`] : row === Infinity ? ['<x:row r="6"/>'] : [];
    const result = await rewrite(SHEET, { before: added, wants: (row) => row === 5, row: () => '' });
    expect(result).toContain('</x:row ><x:row r="3"/><x:row r="4"/><x:row r="6"/></x:sheetData><x:pageMargins/>');
  });

  test('skips the rows above the first wanted row, and none below', async () => {
    const rows = Array.from(
      { length: 20 },
      (_, index) => `<x:row r="${index + 1}"><x:c><x:v>! ?</x:v></x:c></x:row>`,
    ).join('');
    const inside = fc.constantFrom(
      '',
      '<!-- <x:row r="4"> -->',
      '<?note <x:row r="5"> ?>',
      '<x:row r="21"/></x:sheetData><x:row r="6"/>',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), fc.integer({ min: 1, max: 20 }), inside, async (cuts, firstRow, end) => {
        const sheet = `<x:w xmlns:x="urn:x"><x:sheetData>${rows}${end}`;
        const seen: number[] = [];
        const result = await rewrite(
          sheet,
          { firstRow, wants: (row) => row >= firstRow, row: (text, row) => (seen.push(row), text) },
          cuts,
        );
        expect(result).toBe(sheet);
        expect(seen.slice(0, 21 - firstRow)).toEqual(
          Array.from({ length: 21 - firstRow }, (_, index) => firstRow + index),
        );
      }),
    );
  });

  test('adds new rows to a sheet without rows, and keeps the sheet unchanged if there are no new rows', async () => {
    const sheet = '<worksheet><sheetData/><a/></worksheet>';
    expect(await rewrite(sheet, { before: () => ['<row/>'] })).toBe(
      '<worksheet><sheetData><row/></sheetData><a/></worksheet>',
    );
    expect(await rewrite(sheet, {})).toBe(sheet);
  });

  test('passes the text before the rows and the text after the rows to the visitor, each in one piece', async () => {
    const result = await rewrite(
      '<w><d/><sheetData></sheetData><t/></w>',
      { head: (text) => text.replace('<d/>', '<D/>'), tail: (text) => text.replace('<t/>', '<T/>') },
      [5, 9, 30],
    );
    expect(result).toBe('<w><D/><sheetData></sheetData><T/></w>');
  });

  test('decodes the text after the rows, because its formulas may contain sheet names such as Umsätze', async () => {
    const sheet = '<w><sheetData/><f>Umsätze!A1</f></w>';
    const result = await rewrite(sheet, { tail: (text) => text.replace('Umsätze!A1', 'Umsätze!A2') });
    expect(result).toBe('<w><sheetData/><f>Umsätze!A2</f></w>');
  });
});
