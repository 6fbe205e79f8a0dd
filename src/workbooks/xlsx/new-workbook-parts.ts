import { columnLetters } from '../column-letters.ts';
import type { NewRule } from '../new-workbook.ts';
import {
  BALANCE_SHEET_COLUMNS,
  balancesSheet,
  categoriesSheet,
  CATEGORY_COLUMNS,
  EMPTY_RULES,
  RULE_COLUMNS,
  rulesSheet,
  SharedStrings,
  TRANSACTION_COLUMNS,
  transactionsSheet,
  type SheetColumn,
} from './new-workbook-sheets.ts';
import { STYLES_XML } from './new-workbook-styles.ts';
import { HEAD, MAIN, RELATIONSHIPS } from './new-workbook-xml.ts';
import { ruleHelpDrawing } from './rule-help.ts';

/**
 * The XML parts of a new workbook by their names (without a leading slash). In all of them elements stand in the
 * order of the schema (ECMA-376 part 1, section 18): Excel calls a file damaged when they do not.
 */
export function newWorkbookParts(
  categories: readonly string[],
  rules: readonly NewRule[],
): ReadonlyMap<string, string> {
  const strings = new SharedStrings();
  const sheets = {
    transactions: transactionsSheet(strings),
    categories: categoriesSheet(strings, categories),
    rules: rulesSheet(strings, rules),
    balances: balancesSheet(strings),
  };
  return new Map([
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', WORKBOOK],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['worksheet', 'worksheets/sheet3.xml'],
        ['worksheet', 'worksheets/sheet4.xml'],
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ],
    ['xl/styles.xml', STYLES_XML],
    ['xl/sharedStrings.xml', strings.xml()],
    ['xl/worksheets/sheet1.xml', sheets.transactions],
    ['xl/worksheets/sheet2.xml', sheets.categories],
    ['xl/worksheets/sheet3.xml', sheets.rules],
    ['xl/worksheets/sheet4.xml', sheets.balances],
    ['xl/worksheets/_rels/sheet1.xml.rels', relations([['table', '../tables/table1.xml']])],
    ['xl/worksheets/_rels/sheet2.xml.rels', relations([['table', '../tables/table2.xml']])],
    [
      'xl/worksheets/_rels/sheet3.xml.rels',
      relations([
        ['table', '../tables/table3.xml'],
        ['drawing', '../drawings/drawing1.xml'],
      ]),
    ],
    ['xl/worksheets/_rels/sheet4.xml.rels', relations([['table', '../tables/table4.xml']])],
    ['xl/tables/table1.xml', tableXml(1, 'Transactions', TRANSACTION_COLUMNS, 1)],
    ['xl/tables/table2.xml', tableXml(2, 'Categories', CATEGORY_COLUMNS, Math.max(1, categories.length))],
    ['xl/tables/table3.xml', tableXml(3, 'Rules', RULE_COLUMNS, rules.length + EMPTY_RULES)],
    ['xl/tables/table4.xml', tableXml(4, 'Balances', BALANCE_SHEET_COLUMNS, 1)],
    ['xl/drawings/drawing1.xml', ruleHelpDrawing()],
  ]);
}

export function tableXml(id: number, name: string, columns: readonly SheetColumn[], lines: number): string {
  const ref = `A1:${columnLetters(columns.length - 1)}${lines + 1}`;
  const items = columns.map(({ header }, index) => `<tableColumn id="${index + 1}" name="${header}"/>`);
  return (
    `${HEAD}<table xmlns="${MAIN}" id="${id}" name="${name}" displayName="${name}" ref="${ref}" totalsRowShown="0">` +
    `<autoFilter ref="${ref}"/><tableColumns count="${items.length}">${items.join('')}</tableColumns>` +
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
  );
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

const PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${PREFIX}.sheet.main+xml"/>` +
  [1, 2, 3, 4]
    .map((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${PREFIX}.worksheet+xml"/>`)
    .join('') +
  [1, 2, 3, 4]
    .map((id) => `<Override PartName="/xl/tables/table${id}.xml" ContentType="${PREFIX}.table+xml"/>`)
    .join('') +
  `<Override PartName="/xl/styles.xml" ContentType="${PREFIX}.styles+xml"/>` +
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${PREFIX}.sharedStrings+xml"/>` +
  '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>';

const WORKBOOK =
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="0"/></bookViews>` +
  '<sheets><sheet name="Transactions" sheetId="1" r:id="rId1"/><sheet name="Categories" sheetId="2" r:id="rId2"/>' +
  '<sheet name="Rules" sheetId="3" r:id="rId3"/><sheet name="Balances" sheetId="4" r:id="rId4"/></sheets>' +
  '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Transactions!$1:$1</definedName></definedNames></workbook>';
