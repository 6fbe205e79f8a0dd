import { columnLetters } from '../column-letters.ts';
import { on } from '../template/formula.ts';
import type { NewSheet } from '../template/sheet.ts';
import { chartXml } from './new-workbook-charts.ts';
import { drawingXml } from './new-workbook-drawing.ts';
import { newSheetXml, SharedStrings, type SheetColumn } from './new-workbook-sheets.ts';
import { NewStyles } from './new-workbook-styles.ts';
import { escapeAttribute, escapeText, HEAD, MAIN, RELATIONSHIPS } from './new-workbook-xml.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DRAWINGS = 'application/vnd.openxmlformats-officedocument.';

/**
 * The XML parts of a new workbook by their names (without a leading slash); `sheets` in the order of their tabs. In all of
 * them elements stand in the order of the schema (ECMA-376 part 1, section 18): Excel calls a file damaged when they do not.
 */
export function newWorkbookParts(sheets: readonly NewSheet[]): ReadonlyMap<string, string> {
  const [strings, styles] = [new SharedStrings(), new NewStyles()];
  const parts = new Map<string, string>();
  const types: string[] = [];
  const add = (name: string, type: string, text: string): void => {
    parts.set(name, text);
    types.push(`<Override PartName="/${name}" ContentType="${type}+xml"/>`);
  };
  const count = { tables: 0, drawings: 0, charts: 0 };
  // Sheets that Pennyrow uses have the lower numbers, wherever their tabs are.
  const numbered = sheets.toSorted((a, b) => Number(a.role === null) - Number(b.role === null));
  for (const [index, sheet] of numbered.entries()) {
    const relations: Relation[] = [];
    if (sheet.list !== null) {
      const table = `tables/table${(count.tables += 1)}.xml`;
      relations.push(['table', `../${table}`]);
      const headers = sheet.columns.map(({ header = '' }) => ({ header }));
      add(`xl/${table}`, `${SPREADSHEET}.table`, tableXml(count.tables, sheet.title, headers, sheet.list.rows));
    }
    if (sheet.note !== null || sheet.charts.length > 0) {
      const drawing = `drawing${(count.drawings += 1)}.xml`;
      relations.push(['drawing', `../drawings/${drawing}`]);
      add(`xl/drawings/${drawing}`, `${DRAWINGS}drawing`, drawingXml(sheet.note, sheet.charts));
      const charts = sheet.charts.map((chart): Relation => {
        const part = `charts/chart${(count.charts += 1)}.xml`;
        add(`xl/${part}`, `${DRAWINGS}drawingml.chart`, chartXml(sheet.title, chart));
        return ['chart', `../${part}`];
      });
      if (charts.length > 0) parts.set(`xl/drawings/_rels/${drawing}.rels`, relationsXml(charts));
    }
    const part = `sheet${index + 1}.xml`;
    add(`xl/worksheets/${part}`, `${SPREADSHEET}.worksheet`, newSheetXml(sheet, strings, styles));
    if (relations.length > 0) parts.set(`xl/worksheets/_rels/${part}.rels`, relationsXml(relations));
  }
  add('xl/workbook.xml', `${SPREADSHEET}.sheet.main`, workbookXml(sheets, numbered));
  add('xl/styles.xml', `${SPREADSHEET}.styles`, styles.xml());
  add('xl/sharedStrings.xml', `${SPREADSHEET}.sharedStrings`, strings.xml());
  const worksheets = numbered.map((_, index): Relation => ['worksheet', `worksheets/sheet${index + 1}.xml`]);
  const others: Relation[] = [
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ];
  parts.set('xl/_rels/workbook.xml.rels', relationsXml([...worksheets, ...others]));
  parts.set('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']]));
  return new Map([['[Content_Types].xml', contentTypes(types)], ...parts]);
}

/** `lines`: below the header. */
export function tableXml(
  id: number,
  name: string,
  columns: readonly Pick<SheetColumn, 'header'>[],
  lines: number,
): string {
  const ref = `A1:${columnLetters(columns.length - 1)}${lines + 1}`;
  const items = columns.map(
    ({ header }, index) => `<tableColumn id="${index + 1}" name="${escapeAttribute(header)}"/>`,
  );
  return (
    `${HEAD}<table xmlns="${MAIN}" id="${id}" name="${name}" displayName="${name}" ref="${ref}" totalsRowShown="0">` +
    `<autoFilter ref="${ref}"/><tableColumns count="${items.length}">${items.join('')}</tableColumns>` +
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
  );
}

type Relation = readonly [type: string, target: string];

function relationsXml(targets: readonly Relation[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

function contentTypes(types: readonly string[]): string {
  return (
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`
  );
}

/** Lists repeat their header on each printed page. Formulas have no results yet, so they are worked out on opening. */
function workbookXml(sheets: readonly NewSheet[], numbered: readonly NewSheet[]): string {
  const tabs = sheets.map((sheet) => {
    const id = numbered.indexOf(sheet) + 1;
    const state = sheet.isHidden === true ? ' state="hidden"' : '';
    return `<sheet name="${escapeAttribute(sheet.title)}" sheetId="${id}"${state} r:id="rId${id}"/>`;
  });
  const titles = sheets.flatMap(({ title, list }, index) =>
    list === null
      ? []
      : [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeText(on(title, '$1:$1'))}</definedName>`,
        ],
  );
  const opened = Math.max(
    0,
    sheets.findIndex(({ isOpened }) => isOpened),
  );
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="${opened}"/></bookViews>` +
    `<sheets>${tabs.join('')}</sheets><definedNames>${titles.join('')}</definedNames><calcPr fullCalcOnLoad="1"/></workbook>`
  );
}
