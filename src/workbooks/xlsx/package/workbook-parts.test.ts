import { describe, expect, test } from 'vitest';
import { sheetData, smallPackage, workbookParts } from '../../../../test/support/small-xlsx.ts';
import { findParts } from './workbook-parts.ts';

const PARTS = workbookParts({ Transactions: sheetData([]), Other: sheetData([]) });

describe('the parts of a workbook', () => {
  test('are found by their relationships under any name', async () => {
    await using pkg = await smallPackage({
      '_rels/.rels': (PARTS['_rels/.rels'] as string).replace('xl/workbook.xml', '/somewhere/book.xml'),
      'somewhere/book.xml': PARTS['xl/workbook.xml'] as string,
      'somewhere/_rels/book.xml.rels': (PARTS['xl/_rels/workbook.xml.rels'] as string)
        .replace('worksheets/sheet1.xml', '../tabs/./one.xml')
        .replace('worksheets/sheet2.xml', '/tabs/two.xml'),
      'tabs/one.xml': '<worksheet/>',
      'tabs/two.xml': '<worksheet/>',
    });
    const { workbook, sheets } = await findParts(pkg);
    expect(workbook).toBe('somewhere/book.xml');
    expect(sheets.map(({ name, sheetId, part }) => [name, sheetId, part])).toEqual([
      ['Transactions', '1', 'tabs/one.xml'],
      ['Other', '2', 'tabs/two.xml'],
    ]);
  });

  test('are found in the strict format and with unusual prefixes', async () => {
    const strict = Object.fromEntries(
      Object.entries(PARTS).map(([name, xml]) => [
        name,
        xml.replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        ),
      ]),
    );
    strict['xl/workbook.xml'] =
      '<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="http://purl.oclc.org/ooxml/officeDocument/relationships">' +
      '<x:workbookPr date1904="true"/><x:workbookProtection lockStructure="1"/><x:sheets><x:sheet name="A" sheetId="7" state="hidden" rel:id="rId2"/></x:sheets></x:workbook>';
    await using pkg = await smallPackage(strict);
    expect(await findParts(pkg)).toMatchObject({
      sheets: [{ name: 'A', sheetId: '7', part: 'xl/worksheets/sheet2.xml' }],
      date1904: true,
      isStructureProtected: true,
      sharedStrings: null,
    });
  });

  test.each([
    [
      'a binary workbook',
      { '_rels/.rels': (PARTS['_rels/.rels'] as string).replace('workbook.xml', 'workbook.bin') },
      /xlsb/,
    ],
    [
      'an OpenDocument file',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' },
      /ods/,
    ],
    ['any other zip', { 'a.txt': 'a' }, /zip/],
    ['a text document', { ...PARTS, 'xl/workbook.xml': '<document/>' }, /another kind of office document/],
  ])('are not found in %s', async (_, parts, message) => {
    await using pkg = await smallPackage(parts);
    await expect(findParts(pkg)).rejects.toMatchObject({
      code: 'workbook_not_xlsx',
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ['declares a document type', '<!DOCTYPE workbook [<!ENTITY a "aaaa">]><workbook/>'],
    ['is broken', '<workbook><sheets></workbook>'],
    ['is truncated', '<workbook><sheets>'],
  ])('are rejected if the workbook part %s', async (_, xml) => {
    await using pkg = await smallPackage({ ...PARTS, 'xl/workbook.xml': xml });
    await expect(findParts(pkg)).rejects.toMatchObject({ code: 'workbook_damaged' });
  });

  test('are rejected if a sheet is missing', async () => {
    const { 'xl/worksheets/sheet2.xml': _, ...rest } = PARTS;
    await using pkg = await smallPackage(rest);
    await expect(findParts(pkg)).rejects.toMatchObject({
      code: 'workbook_damaged',
      message: expect.stringContaining('Other'),
    });
  });
});
