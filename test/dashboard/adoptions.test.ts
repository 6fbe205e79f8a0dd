import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { statementOf } from '../cli/pennyrow.ts';
import { ADOPTIONS } from '../support/adoptions.ts';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { countActions, walkFirstMinute } from '../support/first-minute.ts';
import { cellsOf } from '../support/own-sheets.ts';
import { newInstall } from '../support/service-in-use.ts';

const MOST_CLICKS = 6;

/** The steps that look different for each workbook, so axe checks them each time. */
const OWN_STEPS: ReadonlySet<string> = new Set(['columns', 'preview']);

describe.skipIf(SKIP_BROWSER)('adopting an existing workbook', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test.each(ADOPTIONS)(
    'takes at most six clicks for $name, and keeps its totals, order and formulas',
    async ({ name, file, write, statement, isKnown, says, cells }) => {
      const service = await newInstall();
      const path = join(service.folder, file);
      await write(path);
      const { page, axe } = await open({ service, context: { viewport: { width: 1280, height: 800 } } });
      const done = await countActions(page);
      const given = { workbook: file, statement: statementOf(service.folder, statement, 'january.ofx'), isKnown };
      await walkFirstMinute(page, given, async (step) => {
        if (name === ADOPTIONS[0]?.name || OWN_STEPS.has(step)) expect([step, await axe()]).toEqual([step, []]);
        if (step === 'columns') expect(await page.getByRole('main').innerText()).toContain(says);
      });
      expect(done).toMatchObject({ keys: 0 });
      expect(done.clicks).toBeLessThanOrEqual(MOST_CLICKS);
      const after = await cellsOf(path);
      expect(Object.fromEntries(Object.keys(cells).map((cell) => [cell, after.get(cell)]))).toEqual(cells);
    },
  );
});
