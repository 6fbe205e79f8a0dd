import { afterEach, expect, test } from 'vitest';
import type { PlainCell } from '../fakes/google/spreadsheet-spec.ts';
import { caseCount, FIRST_CASE } from '../support/cases.ts';
import {
  COLUMNS,
  generate,
  importInto,
  newBatch,
  removeFrom,
  SHEET,
  typeNote,
  type Batch,
  type Generated,
} from '../support/generated-list.ts';
import { googleAccount, sessionOf, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';
import { formulaText, type Content, type RowModel } from '../support/row-model.ts';
import { seeded } from '../support/seeded.ts';

const COUNT = caseCount(15, 75);
/** The most spreadsheets of one sign-in: the consent lists them in a URL, whose length is limited. */
const BATCH = 300;
const BATCHES = Array.from({ length: Math.ceil(COUNT / BATCH) }, (_, place) => ({
  first: FIRST_CASE + place * BATCH,
  count: Math.min(BATCH, COUNT - place * BATCH),
}));
const SHEETS = [SHEET, 'Summary'];

let account: GoogleAccount & { readonly ids: readonly string[] };
afterEach(() => account.close());

async function open({ first, count }: (typeof BATCHES)[number]): Promise<void> {
  const specs = Array.from({ length: count }, (_, index) => {
    const { model } = generate(seeded(first + index));
    const sheets = SHEETS.map((title) => {
      const rows: PlainCell[][] = Array.from({ length: 40 }, () => []);
      for (const { row, column, content } of model.sheet(title).cells.values())
        (rows[row - 1] as PlainCell[])[COLUMNS.indexOf(column)] = plain(content);
      return {
        title,
        rowCount: 40,
        columnCount: 12,
        rows: rows.map((cells) => Array.from(cells, (cell) => cell ?? null)),
      };
    });
    return { title: `Case ${index}`, sheets };
  });
  account = await googleAccount(specs);
}

function plain(content: Content): PlainCell {
  if (typeof content === 'number') return content;
  if (typeof content !== 'string') return { formula: `=${formulaText(content)}` };
  return /^\d{4}-\d\d-\d\d$/.test(content) ? { date: content } : content;
}

/** The first and the last row of a named range. */
function rowsOf([reference]: RowModel['names'][string]): number[] {
  return typeof reference === 'object' ? [reference.top.row, reference.bottom.row] : [];
}

/** Writes the model's conditional formats. Removes its other structures, such as merged cells, which only files contain. */
async function addStructures({ model }: Generated, { hand }: OpenSpreadsheet): Promise<void> {
  const sheet = model.sheet(SHEET);
  sheet.structures = sheet.structures.filter(({ xml }) => xml.startsWith('<conditionalFormatting '));
  for (const { left, right, top, bottom, formula } of sheet.structures) {
    const range = {
      sheetId: 0,
      startRowIndex: top - 1,
      endRowIndex: bottom,
      startColumnIndex: COLUMNS.indexOf(left),
      endColumnIndex: COLUMNS.indexOf(right) + 1,
    };
    if (formula === undefined) throw new Error('A conditional format has a formula.');
    const condition = { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: `=${formulaText(formula)}` }] };
    const booleanRule = { condition, format: { textFormat: { bold: true } } };
    await hand.change({ addConditionalFormatRule: { rule: { ranges: [range], booleanRule }, index: 0 } });
  }
}

/** The rows of conditional formats, without their formulas, which the fake does not move. */
async function structuresAt({ spreadsheetId }: OpenSpreadsheet): Promise<string[]> {
  const fields = 'sheets(properties(title),conditionalFormats)';
  const { sheets = [] } = await account.api.get(spreadsheetId, [], fields);
  const { conditionalFormats = [] } = sheets.find(({ properties }) => properties?.title === SHEET) ?? {};
  return conditionalFormats
    .map(({ ranges = [] }) => ranges.map((range) => `${(range.startRowIndex ?? 0) + 1}:${range.endRowIndex}`).join(' '))
    .sort();
}

/** Differing cells, and all named ranges and conditional formats, of the model (`expected`) and the spreadsheet (`found`). */
async function compare({ model }: Generated, sheet: OpenSpreadsheet) {
  const { hand } = sheet;
  const [expected, found]: Record<string, unknown>[] = [{}, {}];
  for (const title of SHEETS)
    for (let row = 1; row <= 45; row += 1)
      for (const [position, column] of COLUMNS.split('').entries()) {
        const content = model.sheet(title).cells.get(`${column}${row}`)?.content ?? null;
        const formula = await hand.formula(title, row, position);
        const isFormula = content !== null && typeof content === 'object';
        const value = formula ?? (isFormula ? null : await hand.look(title, row, position));
        const modelValue = isFormula ? `=${formulaText(content)}` : content;
        if (value === modelValue) continue;
        Object.assign(expected as object, { [`${title}!${column}${row}`]: modelValue });
        Object.assign(found as object, { [`${title}!${column}${row}`]: value });
      }
  for (const [name, content] of Object.entries(model.names)) {
    Object.assign(expected as object, { [name]: rowsOf(content) });
    Object.assign(found as object, { [name]: await hand.rowsNamed(name) });
  }
  const structures = model.sheet(SHEET).structures.map(({ top, bottom }) => `${top}:${bottom}`);
  Object.assign(expected as object, { structures: structures.sort() });
  Object.assign(found as object, { structures: await structuresAt(sheet) });
  return { expected, found };
}

test.each(BATCHES)(
  'imports and undos change a spreadsheet like inserting and deleting rows by hand, even between typed notes (from case $first)',
  async ({ first, count }) => {
    await open({ first, count });
    let [inserted, deleted, emptied] = [0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      const random = seeded(first + index);
      const generated = generate(random);
      const sheet = account.open(account.ids[index] as string);
      await addStructures(generated, sheet);
      for (const [name, content] of Object.entries(generated.model.names))
        await sheet.hand.nameRange(SHEET, `C${rowsOf(content).join(':C')}`, name);
      const session = sessionOf(sheet);
      const batches: Batch[] = [];
      for (let step = 0; step < 4; step += 1) {
        const note = typeNote(generated, random, step);
        if (note !== null) await sheet.hand.type(SHEET, note.row, COLUMNS.indexOf('I'), note.text);
        const isUndo = batches.length > 0 && random() < 0.5;
        const caseName = `case ${first + index}, step ${step}: ${isUndo ? 'undo' : 'import'}, ${generated.order}, line ${generated.line}, filled ${generated.filled.join('')}`;
        if (isUndo) {
          const { rows } = await session.read();
          const [batch] = batches.splice(Math.floor(random() * batches.length), 1);
          const removals = (batch?.values ?? []).map((values) => ({
            row: rows.find(({ transactionId }) => transactionId === values.transactionId)?.index ?? 0,
            values,
          }));
          const removed = removals.map(({ row }) => row).sort((a, b) => a - b);
          const isDeleted = removeFrom(generated, removed, 'google');
          const { refused } = await session.apply({ runId: `run-${step}`, removals });
          expect([caseName, refused]).toEqual([caseName, []]);
          if (!isDeleted) {
            expect((await session.read()).rows.length).toBe(rows.length - removals.length);
            emptied += 1;
            break;
          }
          deleted += 1;
        } else {
          const batch = newBatch(random, step);
          importInto(generated, batch, 'google');
          await session.apply({ runId: `run-${step}`, appends: batch.values });
          batches.push(batch);
          inserted += 1;
        }
        const { expected, found } = await compare(generated, sheet);
        expect({ caseName, ...found }).toEqual({ caseName, ...expected });
      }
    }
    expect(Math.min(inserted, deleted)).toBeGreaterThan(count / 3);
    expect(emptied).toBeGreaterThan(0);
  },
);
