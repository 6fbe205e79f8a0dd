/**
 * The XML parts of a new workbook. Elements stand in the order of the schema (ECMA-376 part 1, section 18):
 * Excel calls a file damaged when they do not.
 */

interface SheetColumn {
  readonly header: string;
  /** In characters of the default font. */
  readonly width: number;
  /** Index into `cellXfs` of the styles part. */
  readonly style: number;
  readonly headerStyle?: number;
}

const STYLE = { header: 1, headerRight: 2, date: 3, text: 4, amount: 5, quiet: 6, quietTime: 7 } as const;

const TRANSACTION_COLUMNS: readonly SheetColumn[] = [
  { header: 'Date', width: 12, style: STYLE.date },
  { header: 'Description', width: 46, style: STYLE.text },
  { header: 'Amount', width: 14, style: STYLE.amount, headerStyle: STYLE.headerRight },
  { header: 'Category', width: 22, style: STYLE.text },
  { header: 'Account', width: 26, style: STYLE.text },
  { header: 'Account ID', width: 18, style: STYLE.quiet },
  { header: 'Transaction ID', width: 22, style: STYLE.quiet },
  { header: 'Date Added', width: 20, style: STYLE.quietTime },
  // Always there: adding a column later would change a sheet that the user has made their own by then.
  { header: 'Currency', width: 11, style: STYLE.quiet },
];

const RULE_COLUMNS: readonly SheetColumn[] = [
  { header: 'Description', width: 36, style: STYLE.text },
  { header: 'Category', width: 24, style: STYLE.text },
  { header: 'Min Amount', width: 14, style: STYLE.amount, headerStyle: STYLE.headerRight },
  { header: 'Max Amount', width: 14, style: STYLE.amount, headerStyle: STYLE.headerRight },
];

const CATEGORY_COLUMNS: readonly SheetColumn[] = [{ header: 'Category', width: 28, style: STYLE.text }];

const LAST_ROW = 1_048_576;
const EMPTY_RULES = 3;

/** The list grows and shrinks with the sheet, and shows no blank lines at its end. */
const CATEGORY_LIST = 'OFFSET(Categories!$A$2,0,0,MAX(1,COUNTA(Categories!$A$2:$A$1000)),1)';

const RULE_HELP = [
  'How rules work',
  'A rule gives its category to every new transaction whose description contains the rule’s description. Upper and lower case make no difference.',
  '*  stands for any run of characters, and  /…/  holds a regular expression.',
  'Min Amount and Max Amount are optional and include their bounds; money going out is negative.',
  'Rules are tried from the top: the first that fits decides. A category that you set yourself is never changed.',
];

/** Part name (without a leading slash) to its text. */
export function newWorkbookParts(categories: readonly string[]): ReadonlyMap<string, string> {
  const strings = new SharedStrings();
  const transactions = transactionsSheet(strings);
  const categoryLines = categoriesSheet(strings, categories);
  const rules = rulesSheet(strings);
  return new Map([
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', WORKBOOK],
    ['xl/_rels/workbook.xml.rels', relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['worksheet', 'worksheets/sheet3.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ])],
    ['xl/styles.xml', STYLES],
    ['xl/sharedStrings.xml', strings.xml()],
    ['xl/worksheets/sheet1.xml', transactions],
    ['xl/worksheets/sheet2.xml', categoryLines],
    ['xl/worksheets/sheet3.xml', rules],
    ['xl/worksheets/_rels/sheet1.xml.rels', relations([['table', '../tables/table1.xml']])],
    ['xl/worksheets/_rels/sheet2.xml.rels', relations([['table', '../tables/table2.xml']])],
    ['xl/worksheets/_rels/sheet3.xml.rels', relations([['table', '../tables/table3.xml'], ['drawing', '../drawings/drawing1.xml']])],
    ['xl/tables/table1.xml', table(1, 'Transactions', TRANSACTION_COLUMNS, 1)],
    ['xl/tables/table2.xml', table(2, 'Categories', CATEGORY_COLUMNS, Math.max(1, categories.length))],
    ['xl/tables/table3.xml', table(3, 'Rules', RULE_COLUMNS, EMPTY_RULES)],
    ['xl/drawings/drawing1.xml', ruleHelpDrawing()],
  ]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const PLACED_DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';

class SharedStrings {
  readonly #indexes = new Map<string, number>();
  #uses = 0;

  index(text: string): number {
    this.#uses += 1;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.#indexes.size);
    return this.#indexes.size - 1;
  }

  xml(): string {
    const items = [...this.#indexes.keys()].map((text) => `<si><t>${escapeText(text)}</t></si>`);
    return `${HEAD}<sst xmlns="${MAIN}" count="${this.#uses}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }
}

function transactionsSheet(strings: SharedStrings): string {
  return worksheet(strings, {
    columns: TRANSACTION_COLUMNS,
    lines: [],
    tabColor: 'FF2F6F8F',
    selected: true,
    extras: dataValidations([
      categoryChoice(`D2:D${LAST_ROW}`),
    ]),
    drawing: false,
  });
}

function categoriesSheet(strings: SharedStrings, categories: readonly string[]): string {
  return worksheet(strings, {
    columns: CATEGORY_COLUMNS,
    lines: categories.map((category) => [category]),
    tabColor: 'FF7FA88B',
    selected: false,
    extras: '',
    drawing: false,
  });
}

function rulesSheet(strings: SharedStrings): string {
  return worksheet(strings, {
    columns: RULE_COLUMNS,
    lines: [],
    tabColor: 'FFC9A24B',
    selected: false,
    extras: dataValidations([
      categoryChoice(`B2:B${LAST_ROW}`),
      '<dataValidation type="decimal" operator="between" errorStyle="stop" allowBlank="1" showErrorMessage="1"' +
        ' errorTitle="Amount" error="Please type a number, or leave the cell empty for no limit."' +
        ` sqref="C2:D${LAST_ROW}"><formula1>-1000000000000</formula1><formula2>1000000000000</formula2></dataValidation>`,
    ]),
    drawing: true,
  });
}

interface SheetContent {
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly (readonly string[])[];
  readonly tabColor: string;
  readonly selected: boolean;
  /** What the schema wants between the sheet data and the page margins. */
  readonly extras: string;
  readonly drawing: boolean;
}

function worksheet(strings: SharedStrings, content: SheetContent): string {
  const { columns, lines } = content;
  const text = (value: string, column: number, row: number, style: number): string =>
    `<c r="${letter(column)}${row}" s="${style}" t="s"><v>${strings.index(value)}</v></c>`;
  const header = columns.map(({ header, headerStyle }, column) => text(header, column, 1, headerStyle ?? STYLE.header));
  const rows = lines.map((line, index) => {
    const cells = line.map((value, column) => text(value, column, index + 2, columns[column]?.style ?? 0));
    return `<row r="${index + 2}">${cells.join('')}</row>`;
  });
  const widths = columns.map(({ width, style }, column) =>
    `<col min="${column + 1}" max="${column + 1}" width="${width}" style="${style}" customWidth="1"/>`);
  return (
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
    `<sheetPr><tabColor rgb="${content.tabColor}"/><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<dimension ref="A1:${letter(columns.length - 1)}${lines.length + 1}"/>` +
    `<sheetViews><sheetView${content.selected ? ' tabSelected="1"' : ''} showGridLines="1" workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols>` +
    `<sheetData><row r="1" ht="22" customHeight="1">${header.join('')}</row>${rows.join('')}</sheetData>` +
    content.extras +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup orientation="landscape" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>' +
    (content.drawing ? '<drawing r:id="rId2"/>' : '') +
    '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>'
  );
}

function dataValidations(validations: readonly string[]): string {
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
}

/** Warns instead of forbidding: a new category may well be typed here first. */
function categoryChoice(cells: string): string {
  return (
    '<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" errorTitle="New category"' +
    ` error="This category is not on the Categories sheet yet." sqref="${cells}"><formula1>${CATEGORY_LIST}</formula1></dataValidation>`
  );
}

function table(id: number, name: string, columns: readonly SheetColumn[], lines: number): string {
  const ref = `A1:${letter(columns.length - 1)}${lines + 1}`;
  const items = columns.map(({ header }, index) => `<tableColumn id="${index + 1}" name="${header}"/>`);
  return (
    `${HEAD}<table xmlns="${MAIN}" id="${id}" name="${name}" displayName="${name}" ref="${ref}" totalsRowShown="0">` +
    `<autoFilter ref="${ref}"/><tableColumns count="${items.length}">${items.join('')}</tableColumns>` +
    '<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>'
  );
}

/** A text box beside the rules: no cell holds it, so nothing can take it for a rule. */
function ruleHelpDrawing(): string {
  const paragraphs = RULE_HELP.map((line, index) =>
    `<a:p><a:pPr><a:spcAft><a:spcPts val="500"/></a:spcAft></a:pPr><a:r><a:rPr lang="en-US" sz="${index === 0 ? 1200 : 1050}"` +
    `${index === 0 ? ' b="1"' : ''}><a:solidFill><a:srgbClr val="1F3A4D"/></a:solidFill><a:latin typeface="Calibri"/></a:rPr><a:t>${escapeText(line)}</a:t></a:r></a:p>`);
  return (
    `${HEAD}<xdr:wsDr xmlns:xdr="${PLACED_DRAWING}" xmlns:a="${DRAWING}"><xdr:twoCellAnchor editAs="absolute">` +
    '<xdr:from><xdr:col>5</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>' +
    '<xdr:to><xdr:col>11</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>14</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>' +
    '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="How rules work"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr>' +
    '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3657600" cy="2476500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' +
    '<a:solidFill><a:srgbClr val="F5F8FA"/></a:solidFill><a:ln w="9525"><a:solidFill><a:srgbClr val="B8C7D1"/></a:solidFill></a:ln></xdr:spPr>' +
    `<xdr:txBody><a:bodyPr wrap="square" lIns="144000" tIns="108000" rIns="144000" bIns="108000" anchor="t"/><a:lstStyle/>${paragraphs.join('')}</xdr:txBody>` +
    '</xdr:sp><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>'
  );
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(([type, target], index) =>
    `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`);
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

const PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${PREFIX}.sheet.main+xml"/>` +
  [1, 2, 3].map((id) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${PREFIX}.worksheet+xml"/>`).join('') +
  [1, 2, 3].map((id) => `<Override PartName="/xl/tables/table${id}.xml" ContentType="${PREFIX}.table+xml"/>`).join('') +
  `<Override PartName="/xl/styles.xml" ContentType="${PREFIX}.styles+xml"/>` +
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${PREFIX}.sharedStrings+xml"/>` +
  '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>';

const WORKBOOK =
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="0"/></bookViews>` +
  '<sheets><sheet name="Transactions" sheetId="1" r:id="rId1"/><sheet name="Categories" sheetId="2" r:id="rId2"/>' +
  '<sheet name="Rules" sheetId="3" r:id="rId3"/></sheets>' +
  '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">Transactions!$1:$1</definedName></definedNames></workbook>';

/** The order of `cellXfs` is that of `STYLE`. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.00;[Red]\\-#,##0.00"/></numFmts>' +
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><b/><sz val="11"/><color rgb="FF1F3A4D"/><name val="Calibri"/><family val="2"/></font>' +
  '<font><sz val="10"/><color rgb="FF7A8791"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEAF0F4"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top/><bottom style="medium"><color rgb="FFB8C7D1"/></bottom><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  headerFormat('left') +
  headerFormat('right') +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>' +
  '<xf numFmtId="165" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/>' +
  '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>';

function headerFormat(side: 'left' | 'right'): string {
  return (
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">' +
    `<alignment horizontal="${side}" vertical="center"${side === 'left' ? ' indent="1"' : ''}/></xf>`
  );
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
