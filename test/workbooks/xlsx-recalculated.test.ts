import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caseCount, FIRST_CASE } from '../support/cases.ts';
import { COLUMNS, generate, importInto, newBatch, removeFrom } from '../support/generated-list.ts';
import { writeGenerated } from '../support/generated-xlsx.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { applyTo, readBack } from '../support/xlsx-files.ts';

const COUNT = caseCount(5);

test(
  'LibreOffice calculates the same results as the test model after imports and undos',
  { timeout: COUNT * 60_000 },
  async ({ skip }) => {
    const home = temporaryFolder();
    const office = await ensureLibreOffice(home);
    if (office === null) return skip(NO_LIBRE_OFFICE);
    const cases = [];
    const files = join(home, 'files');
    await mkdir(files);
    for (let number = FIRST_CASE; number < FIRST_CASE + COUNT; number += 1) {
      const random = seeded(number);
      const generated = generate(random);
      const path = await writeGenerated(generated);
      const batches = [newBatch(random, 0), newBatch(random, 1)] as const;
      for (const [step, batch] of batches.entries()) {
        importInto(generated, batch, 'xlsx');
        await applyTo(path, { runId: `run-${step}`, appends: batch.values });
      }
      const { rows } = await readBack(path);
      const removals = batches[0].values.map((values) => ({
        row: rows.find(({ transactionId }) => transactionId === values.transactionId)?.index ?? 0,
        values,
      }));
      // If a formula refers to a removed row, leaves out the undo: rows are emptied then, which the model does not support.
      const copy = join(files, `case-${number}.xlsx`);
      await copyFile(path, copy);
      const before = structuredClone({ sheets: generated.model.sheets, names: generated.model.names });
      if (
        removeFrom(
          generated,
          removals.map(({ row }) => row).sort((a, b) => a - b),
          'xlsx',
        )
      ) {
        await applyTo(path, { runId: 'undo', removals });
        await copyFile(path, copy);
      } else Object.assign(generated.model, before);
      cases.push({ number, model: generated.model });
    }
    const shown = await office.shown(cases.map(({ number }) => join(files, `case-${number}.xlsx`)));
    let formulas = 0;
    for (const { number, model } of cases)
      for (const [name, sheet] of Object.entries(model.sheets))
        for (const { row, column, content } of sheet.cells.values()) {
          if (typeof content !== 'object') continue;
          formulas += 1;
          const text = shown.get(`case-${number}/${name}`)?.[row - 1]?.[COLUMNS.indexOf(column)] ?? '';
          const value = model.value(name, content);
          const found = typeof value === 'number' ? Number(Number(text).toPrecision(9)) : text;
          const expected = typeof value === 'number' ? Number(value.toPrecision(9)) : value;
          expect([number, `${name}!${column}${row}`, found]).toEqual([number, `${name}!${column}${row}`, expected]);
        }
    expect(formulas).toBeGreaterThan(COUNT * 5);
  },
);
