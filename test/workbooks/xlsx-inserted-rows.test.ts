import { expect, test } from 'vitest';
import { caseCount, FIRST_CASE } from '../support/cases.ts';
import {
  generate,
  importInto,
  newBatch,
  removeFrom,
  SHEET,
  typeNote,
  type Batch,
  type Generated,
  type TypedNote,
} from '../support/generated-list.ts';
import { cellsOf } from '../support/own-sheets.ts';
import { escaped, structuresOf, writeGenerated } from '../support/generated-xlsx.ts';
import { formulaText } from '../support/row-model.ts';
import { seeded } from '../support/seeded.ts';
import { editParts, openTestWorkbook, partsOf, readBack } from '../support/xlsx-files.ts';

const COUNT = caseCount(15, 75);

/** Cells, formats, row heights and defined names of the model (`expected`) and of the file (`found`), to be compared. */
async function compare(
  generated: Generated,
  path: string,
): Promise<{ readonly expected: unknown; readonly found: unknown }> {
  const { model } = generated;
  const cells = new Map<string, string>();
  for (const [name, sheet] of Object.entries(model.sheets))
    for (const [address, { content }] of sheet.cells) cells.set(`${name}!${address}`, model.text(content));
  const parts = await partsOf(path);
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const tail = xml.slice(xml.indexOf('</sheetData>') + 12, xml.lastIndexOf('</'));
  const heights = [...xml.matchAll(/<row r="(\d+)" ht="(\d+)"/g)].map(([, row, height]) => `${row} ${height}`);
  const workbook = parts.get('xl/workbook.xml') ?? '';
  const names = [...workbook.matchAll(/<definedName name="(\w+)">(.*?)</g)].map(([, name, text]) => `${name} ${text}`);
  const own = new Map([...(await cellsOf(path))].filter(([address]) => !/!D\d+$/.test(address) || cells.has(address)));
  return {
    expected: {
      cells: sorted(cells),
      tail: structuresOf(model, SHEET).join(''),
      heights: [...model.sheet(SHEET).heights].sort(([a], [b]) => a - b).map((each) => each.join(' ')),
      names: Object.entries(model.names).map(([name, content]) => `${name} ${escaped(formulaText(content))}`),
    },
    found: {
      cells: sorted(new Map([...own].map(([address, value]) => [address, value.replace('T00:00:00.000Z', '')]))),
      tail,
      heights,
      names,
    },
  };
}

const sorted = (cells: ReadonlyMap<string, string>) =>
  Object.fromEntries([...cells].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Saves a copy with a note in column I, the last column. */
function withNote(path: string, { row, text }: TypedNote): Promise<string> {
  const cell = `<c r="I${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const edit = (xml: string) =>
    xml.replace(new RegExp(`(<row r="${row}".*?)(<c r="I${row}"[^>]*>.*?</c>)?</row>`, 's'), `$1${cell}</row>`);
  return editParts(path, { 'xl/worksheets/sheet1.xml': edit });
}

test('imports and undos change a workbook like inserting and deleting rows in Excel, even between typed notes', async () => {
  let [inserted, deleted, emptied, typed] = [0, 0, 0, 0];
  for (let number = FIRST_CASE; number < FIRST_CASE + COUNT; number += 1) {
    const random = seeded(number);
    const generated = generate(random);
    let path = await writeGenerated(generated);
    const batches: Batch[] = [];
    for (let step = 0; step < 4; step += 1) {
      const note = typeNote(generated, random, step);
      if (note !== null) {
        path = await withNote(path, note);
        typed += 1;
      }
      const isUndo = batches.length > 0 && random() < 0.5;
      const caseName = `case ${number}, step ${step}: ${isUndo ? 'undo' : 'import'}, ${generated.order}, line ${generated.line}, filled ${generated.filled.join('')}`;
      const workbook = openTestWorkbook(path);
      const { rows, revision, layout } = await workbook.read({ remembered: null });
      const written = { runId: `run-${step}`, revision, appends: [], updates: [], removals: [] };
      if (isUndo) {
        const [batch] = batches.splice(Math.floor(random() * batches.length), 1);
        const removals = (batch?.values ?? []).map((values) => ({
          row: rows.find(({ transactionId }) => transactionId === values.transactionId)?.index ?? 0,
          values,
        }));
        const isDeleted = removeFrom(
          generated,
          removals.map(({ row }) => row).sort((a, b) => a - b),
          'xlsx',
        );
        const { refused } = await workbook.apply({ ...written, removals }, { layout });
        expect([caseName, refused]).toEqual([caseName, []]);
        if (!isDeleted) {
          // One of the removed rows is used by a formula, so all of them are emptied instead of deleted.
          expect(await readBack(path).then((read) => read.rows.length)).toBe(rows.length - removals.length);
          emptied += 1;
          break;
        }
        deleted += 1;
      } else {
        const batch = newBatch(random, step);
        importInto(generated, batch, 'xlsx');
        await workbook.apply({ ...written, appends: batch.values }, { layout });
        batches.push(batch);
        inserted += 1;
      }
      const { expected, found } = await compare(generated, path);
      expect({ caseName, ...(found as object) }).toEqual({ caseName, ...(expected as object) });
    }
  }
  expect(Math.min(inserted, deleted, typed)).toBeGreaterThan(COUNT / 3);
  expect(emptied).toBeGreaterThan(0);
});
