import { expect, test } from 'vitest';
import { text } from '../support/formula-workbook.ts';
import { workbookParts, writeSmallXlsx } from '../support/small-xlsx.ts';
import { applyTo, editParts, partsOf, readBack, rowValues } from '../support/xlsx-files.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEADER = ['Date', 'Description', 'Amount', 'Category', 'Transaction ID']
  .map((header, index) => `<c r="${'ABCDE'[index]}1" ${text(header)}`)
  .join('');

const relations = (targets: Readonly<Record<string, string>>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(
      ([target, kind], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const anchor = (from: number, to: number, attributes = ''): string =>
  `<xdr:twoCellAnchor${attributes}><xdr:from><xdr:col>9</xdr:col><xdr:row>${from}</xdr:row></xdr:from><xdr:to><xdr:col>12</xdr:col><xdr:row>${to}</xdr:row></xdr:to></xdr:twoCellAnchor>`;

const note = (row: number): string =>
  `<xml xmlns:x="urn:x"><x:ClientData><x:Anchor>1, 15, ${row}, 2, 3, 15, ${row + 4}, 4</x:Anchor><x:Row>${row}</x:Row></x:ClientData></xml>`;

/** Parts that refer to a total in row `at` and to transactions down to row `end`. */
const partsAt = (at: number, end: number): Record<string, string> => ({
  'xl/comments1.xml': `<comments><commentList><comment ref="B${at}"/></commentList></comments>`,
  'xl/drawings/vmlDrawing1.vml': note(at - 1),
  'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="urn:xdr">${anchor(at - 1, at + 5)}${anchor(0, at + 5, ' editAs="oneCell"').replace(`<xdr:row>${at + 5}`, '<xdr:row>10')}${anchor(4, 6, ' editAs="absolute"')}</xdr:wsDr>`,
  'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="urn:c"><c:f>Transactions!$C$2:$C$${end}</c:f><c:f>Transactions!$C$${at}</c:f></c:chartSpace>`,
  'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition><cacheSource type="worksheet"><worksheetSource ref="A1:E${end}" sheet="Transactions"/></cacheSource></pivotCacheDefinition>`,
  'xl/ctrlProps/ctrlProp1.xml': `<formControlPr fmlaLink="$C$${at}"/>`,
  'xl/calcChain.xml': `<calcChain><c r="C${at}" i="1"/><c r="A1" i="2"/></calcChain>`,
});

async function workbook(): Promise<string> {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}" ${text(`2026-01-0${number}`)}<c r="B${number}" ${text('Shop')}<c r="C${number}"><v>-1</v></c></row>`;
  const total = `<row r="5"><c r="B5" ${text('Total')}<c r="C5"><f>SUM(C2:C3)</f><v>-2</v></c></row>`;
  const parts = workbookParts({
    Transactions: `<sheetData><row r="1">${HEADER}</row>${row(2)}${row(3)}${total}</sheetData>`,
    Other: '<sheetData><row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row></sheetData>',
  });
  const type = (name: string, value: string) => `<Override PartName="/xl/${name}" ContentType="application/${value}"/>`;
  return writeSmallXlsx({
    ...parts,
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="vml" ContentType="application/vml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      type('charts/chart1.xml', 'vnd.openxmlformats-officedocument.drawingml.chart+xml') +
      type(
        'pivotCache/pivotCacheDefinition1.xml',
        'vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml',
      ) +
      '</Types>',
    'xl/_rels/workbook.xml.rels': relations({
      'worksheets/sheet1.xml': 'worksheet',
      'worksheets/sheet2.xml': 'worksheet',
      'calcChain.xml': 'calcChain',
    }),
    'xl/worksheets/_rels/sheet1.xml.rels': relations({
      '../comments1.xml': 'comments',
      '../drawings/vmlDrawing1.vml': 'vmlDrawing',
      '../drawings/drawing1.xml': 'drawing',
      '../ctrlProps/ctrlProp1.xml': 'ctrlProp',
    }),
    ...partsAt(5, 3),
  });
}

test('notes, drawings, charts, pivot sources, controls and the calculation order move with the rows of imports and undos', async () => {
  const path = await workbook();
  const values = [1, 2].map((number) => rowValues({ transactionId: `new-${number}`, date: `2026-02-0${number}` }));
  await applyTo(path, { appends: values });
  const pick = (parts: ReadonlyMap<string, string>) =>
    Object.fromEntries(Object.keys(partsAt(5, 3)).map((name) => [name, parts.get(name)]));
  expect(pick(await partsOf(path))).toEqual(partsAt(7, 5));
  const { rows } = await readBack(path);
  const removals = values.map((each) => ({
    row: rows.find(({ transactionId }) => transactionId === each.transactionId)?.index ?? 0,
    values: each,
  }));
  await applyTo(path, { runId: 'run-2', removals });
  expect(pick(await partsOf(path))).toEqual(partsAt(5, 3));
});

test('a row on which a user left a note is emptied instead of deleted', async () => {
  const path = await workbook();
  const values = rowValues({ transactionId: 'new-1', date: '2026-02-01' });
  await applyTo(path, { appends: [values] });
  const noted = await partsOf(path);
  expect(noted.get('xl/comments1.xml')).toContain('ref="B6"');
  const edited = await editParts(path, {
    'xl/comments1.xml': (before) => before.replace('<comment ref="B6"/>', '<comment ref="B4"/><comment ref="B6"/>'),
  });
  await applyTo(edited, { runId: 'run-2', removals: [{ row: 4, values }] });
  const parts = await partsOf(edited);
  expect(parts.get('xl/comments1.xml')).toContain('<comment ref="B4"/><comment ref="B6"/>');
  expect((await readBack(edited)).rows.filter(({ date }) => date !== null)).toHaveLength(2);
});
