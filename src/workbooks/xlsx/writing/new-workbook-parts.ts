import { columnLetters } from '../../column-letters.ts';
import { on, range } from '../../template/formula.ts';
import type { NewSheet, NewChart, NewColumn, NewRange, NewSeries, NewNote } from '../../template/sheet.ts';
import { newSheetXml, SharedStrings } from './new-workbook-sheets.ts';
import { NewStyles } from './new-workbook-styles.ts';
import {
  escapeAttribute,
  escapeText,
  HEAD,
  MAIN,
  RELATIONSHIPS,
  CHART,
  DRAWING,
  PLACED_DRAWING,
} from '../package/xml-edit.ts';
import { createError, toPennyrowError } from '../../../platform/errors.ts';
import { newWorkbook, type NewWorkbookOptions } from '../../template/new-workbook.ts';
import { createWhole } from '../package/create-whole.ts';
import { writeZipPackage } from '../package/zip-writer.ts';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DRAWINGS = 'application/vnd.openxmlformats-officedocument.';

/** Parts by name. Elements must be in schema order (ECMA-376 part 1, section 18), or Excel reports a damaged file. */
function newWorkbookParts(sheets: readonly NewSheet[]): ReadonlyMap<string, string> {
  const [strings, styles] = [new SharedStrings(), new NewStyles()];
  const parts = new Map<string, string>();
  const types: string[] = [];
  const add = (name: string, type: string, text: string): void => {
    parts.set(name, text);
    types.push(`<Override PartName="/${name}" ContentType="${type}+xml"/>`);
  };
  const count = { tables: 0, drawings: 0, charts: 0 };
  // The parts of sheets with a role get the lower numbers, independent of the order of tabs.
  const numbered = sheets.toSorted((a, b) => Number(a.role === null) - Number(b.role === null));
  for (const [index, sheet] of numbered.entries()) {
    const relations: Relation[] = [];
    if (sheet.list !== null) {
      const table = `tables/table${(count.tables += 1)}.xml`;
      relations.push(['table', `../${table}`]);
      add(`xl/${table}`, `${SPREADSHEET}.table`, tableXml(count.tables, sheet.title, sheet.columns, sheet.list.rows));
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

export function tableXml(
  id: number,
  name: string,
  columns: readonly Pick<NewColumn, 'header'>[],
  lines: number,
): string {
  const ref = `A1:${columnLetters(columns.length - 1)}${lines + 1}`;
  const items = columns.map(
    ({ header = '' }, index) => `<tableColumn id="${index + 1}" name="${escapeAttribute(header)}"/>`,
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

/** Repeats headers of lists on each printed page, and lets programs calculate all formulas when they open the workbook. */
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

const INK = '44546A';
const GRID = 'E1E7EB';

/** Elements must be in the order of ECMA-376 part 1, section 21.2, or Excel reports a damaged file. */
function chartXml(sheet: string, chart: NewChart): string {
  const isBars = chart.kind === 'bars';
  const series = chart.series.map((each, index) => ({ each, index }));
  const ofKind = (isLine: boolean): string =>
    series
      .filter(({ each }) => (each.isLine === true) === isLine)
      .map(({ each, index }) => seriesXml(sheet, chart, each, index))
      .join('');
  const lines = ofKind(true);
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  const plots =
    `<c:barChart><c:barDir val="${isBars ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${ofKind(false)}` +
    `<c:gapWidth val="60"/><c:overlap val="0"/>${axes}</c:barChart>` +
    (lines === ''
      ? ''
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${lines}<c:marker val="1"/>${axes}</c:lineChart>`);
  return (
    `${HEAD}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}" xmlns:r="${RELATIONSHIPS}"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="1200" b="1">${fill(INK)}</a:rPr>` +
    `<a:t>${escapeText(chart.title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>` +
    `<c:plotArea><c:layout/>${plots}${categoryAxis(isBars, chart.labels.pattern)}${valueAxis(isBars)}</c:plotArea>` +
    (chart.series.length > 1
      ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${textLook('900')}</c:legend>`
      : '') +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>' +
    `<c:spPr>${fill('FFFFFF')}<a:ln w="9525">${fill(GRID)}</a:ln></c:spPr></c:chartSpace>`
  );
}

function seriesXml(sheet: string, { labels }: NewChart, { values, color, isLine }: NewSeries, index: number): string {
  const reference = (where: Required<NewRange>): string => `<c:f>${escapeText(on(sheet, range(where)))}</c:f>`;
  const name = { ...values, row: values.row - 1, rows: 1 };
  const look =
    isLine === true
      ? `<c:spPr><a:ln w="28575">${fill(color)}</a:ln></c:spPr><c:marker><c:symbol val="circle"/><c:size val="5"/><c:spPr>${fill(color)}<a:ln w="9525">${fill(color)}</a:ln></c:spPr></c:marker>`
      : `<c:spPr>${fill(color)}</c:spPr><c:invertIfNegative val="0"/>`;
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>${escapeText(on(sheet, range(name).split(':')[0] ?? ''))}</c:f></c:strRef></c:tx>${look}` +
    `<c:cat>${labels.pattern === undefined ? `<c:strRef>${reference(labels.range)}</c:strRef>` : `<c:numRef>${reference(labels.range)}</c:numRef>`}</c:cat><c:val><c:numRef>${reference(values)}</c:numRef></c:val>` +
    `${isLine === true ? '<c:smooth val="0"/>' : ''}</c:ser>`
  );
}

/** The axis of a bar chart is reversed, so that the first bar is at the top. */
function categoryAxis(isBars: boolean, pattern: string | undefined): string {
  const format =
    pattern === undefined
      ? 'formatCode="General" sourceLinked="1"'
      : `formatCode="${escapeAttribute(pattern)}" sourceLinked="0"`;
  return (
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isBars ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>` +
    `<c:axPos val="${isBars ? 'l' : 'b'}"/><c:numFmt ${format}/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>` +
    `<c:tickLblPos val="low"/><c:spPr><a:ln w="9525">${fill(GRID)}</a:ln></c:spPr>${textLook('900')}<c:crossAx val="2"/><c:crosses val="autoZero"/>` +
    '<c:auto val="0"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>'
  );
}

function valueAxis(isBars: boolean): string {
  return (
    `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${isBars ? 'b' : 'l'}"/>` +
    `<c:majorGridlines><c:spPr><a:ln w="9525">${fill(GRID)}</a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/>` +
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textLook('900')}` +
    `<c:crossAx val="1"/><c:crosses val="${isBars ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/></c:valAx>`
  );
}

function fill(color: string): string {
  return `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
}

function textLook(size: string): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}">${fill(INK)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`;
}

/** The part with the note and charts of a sheet. The first chart refers to the first relationship of the part, and so on. */
function drawingXml(note: NewNote | null, charts: readonly NewChart[]): string {
  return (
    `${HEAD}<xdr:wsDr xmlns:xdr="${PLACED_DRAWING}" xmlns:a="${DRAWING}">` +
    `${note === null ? '' : noteXml(note)}${charts.map(frameXml).join('')}</xdr:wsDr>`
  );
}

type Corner = Pick<NewRange, 'column' | 'row'>;

function anchor(from: Corner, to: Corner, content: string): string {
  const corner = (name: 'from' | 'to', { column, row }: Corner): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return `<xdr:twoCellAnchor editAs="absolute">${corner('from', from)}${corner('to', to)}${content}<xdr:clientData/></xdr:twoCellAnchor>`;
}

function frameXml({ title, at }: NewChart, index: number): string {
  return anchor(
    at,
    { column: at.column + at.columns, row: at.row + at.rows },
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 3}" name="${escapeAttribute(title)}" descr="${escapeAttribute(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${RELATIONSHIPS}" r:id="rId${index + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame>`,
  );
}

/** Writes a note as a text box, because cells with the text could be mistaken for rows of the list. */
function noteXml({ paragraphs, column }: NewNote): string {
  const texts = paragraphs.map(
    (line, index) =>
      `<a:p><a:pPr><a:spcAft><a:spcPts val="500"/></a:spcAft></a:pPr><a:r><a:rPr lang="en-US" sz="${index === 0 ? 1200 : 1050}"` +
      `${index === 0 ? ' b="1"' : ''}><a:solidFill><a:srgbClr val="1F3A4D"/></a:solidFill><a:latin typeface="Calibri"/></a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`,
  );
  return anchor(
    { column, row: 1 },
    { column: column + 6, row: 14 },
    `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="${escapeAttribute(paragraphs[0] ?? '')}"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>` +
      '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3657600" cy="2476500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' +
      '<a:solidFill><a:srgbClr val="F5F8FA"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="B8C7D1"/></a:solidFill></a:ln></xdr:spPr>' +
      `<xdr:txBody><a:bodyPr wrap="square" lIns="144000" tIns="108000" rIns="144000" bIns="108000" anchor="t"/><a:lstStyle/>${texts.join('')}</xdr:txBody></xdr:sp>`,
  );
}

/** Creates a new workbook. Throws PennyrowError `workbook_exists` if the file exists. */
export async function createXlsxWorkbook(path: string, options: NewWorkbookOptions): Promise<void> {
  const parts = newWorkbookParts(newWorkbook(options));
  const changes = new Map([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
  // Uses a temporary name until the file is complete, so that a crash leaves no incomplete workbook.
  const isMade = await createWhole(path, (temporary) => writeZipPackage(null, changes, temporary)).catch(
    (thrown: unknown) => {
      throw toPennyrowError(thrown instanceof Error && 'path' in thrown ? Object.assign(thrown, { path }) : thrown);
    },
  );
  if (!isMade) throw createError('workbook_exists', { path });
}
