import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { ODD_BANKS, type OddFile } from '../support/odd-banks.ts';
import { CHOOSE_FILES } from '../support/choose-statement.ts';

async function give(page: Page, files: readonly OddFile[]): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: CHOOSE_FILES }).click();
  await (await fileChooser).setFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'text/csv', buffer: bytes })));
}

/** Checks that exactly the rows of these files are imported. */
async function importShown(page: Page, files: readonly OddFile[]): Promise<void> {
  const count = files.flatMap(({ rows }) => rows).length;
  await page.getByRole('button', { name: `Import ${count} transactions`, exact: true }).click();
  await page.getByText('Import: succeeded').waitFor();
}

describe.skipIf(SKIP_BROWSER)('odd files of banks on the page of connections', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('need answers only for what the first file of each bank lacks, and none for its next file', async () => {
    const { page, service, goTo } = await open({ context: {} });
    await goTo('/connections');
    const firsts = ODD_BANKS.map(({ files: [first] }) => first);
    const nexts = ODD_BANKS.map(({ files: [, next] }) => next);
    const line = ({ name }: OddFile) => page.getByRole('listitem', { name, exact: true });
    await give(page, firsts);
    for (const { files, answers } of ODD_BANKS) {
      const [first] = files;
      if (Object.keys(answers).length === 0) continue;
      await line(first)
        .getByText(/does not know this layout yet: \d+ question/)
        .waitFor();
      await page.getByRole('button', { name: `Answer the questions: ${first.name}` }).click();
      const { currency, account } = answers;
      if (currency !== undefined) await page.getByLabel('Currency').fill(currency);
      await page.getByLabel(/^Which account/).fill(account ?? '');
      await page.getByRole('button', { name: 'Show preview' }).click();
      await line(first)
        .getByText(/\d transactions?/)
        .waitFor();
    }
    await importShown(page, firsts);
    expect(await service.rows()).toHaveLength(firsts.flatMap((first) => first.rows).length);
    await give(page, nexts);
    for (const next of nexts)
      await line(next)
        .getByText(/\d transactions?/)
        .waitFor();
    await importShown(page, nexts);
    const all = [...firsts, ...nexts].flatMap((file) => file.rows);
    const rows = await service.rows();
    expect(rows).toHaveLength(all.length);
    for (const [, day, amount, description] of all.flatMap((row) => [
      /^(\S+) (\S+) \S+ (.*?)(?: \(pending\))?$/.exec(row) ?? [],
    ]))
      expect(rows).toContainEqual(
        expect.objectContaining({ Date: day, Amount: Number(amount), Description: description }),
      );
  });
});
