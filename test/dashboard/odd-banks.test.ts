import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BROWSER_MS, SKIP_BROWSER, useDashboard } from '../support/dashboard.ts';
import { ODD_BANKS, type OddFile } from '../support/odd-banks.ts';

async function give(page: Page, { name, bytes }: OddFile): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Drop statement files here/ }).click();
  await (await asked).setFiles([{ name, mimeType: 'text/csv', buffer: bytes }]);
}

async function importShown(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Import ${count} transactions?$`) }).click();
  await page.getByText('Import finished').waitFor();
}

describe.skipIf(SKIP_BROWSER)('odd files of banks on the page of connections', { timeout: BROWSER_MS }, () => {
  const open = useDashboard();

  test('only what they do not tell is asked, and nothing of each bank’s next file', async () => {
    const { page, service, goTo } = await open({ context: {} });
    await goTo('/connections');
    let count = 0;
    for (const { files, answers } of ODD_BANKS) {
      const [first, next] = files;
      await give(page, first);
      const line = page.getByRole('listitem', { name: first.name });
      if (Object.keys(answers).length > 0) {
        await line.getByText(/questions? needs? an answer/).waitFor();
        await page.getByRole('button', { name: `Answer: ${first.name}` }).click();
        const { currency, account } = answers;
        if (currency !== undefined) await page.getByLabel('Currency').fill(currency);
        await page.getByLabel('Account', { exact: true }).fill(account ?? '');
        await page.getByRole('button', { name: 'Use these settings' }).click();
        await line.getByText('Read with your earlier settings.').waitFor();
      }
      await importShown(page, first.rows.length);
      await give(page, next);
      await page.getByRole('listitem', { name: next.name }).getByText('Read with your earlier settings.').waitFor();
      await importShown(page, next.rows.length);
      count += first.rows.length + next.rows.length;
      expect(await service.rows()).toHaveLength(count);
    }
    const told = await service.rows();
    for (const [, day, amount, description] of ODD_BANKS.flatMap(({ files }) => files)
      .flatMap(({ rows }) => rows)
      .flatMap((row) => [/^(\S+) (\S+) \S+ (.*?)(?: \(pending\))?$/.exec(row) ?? []]))
      expect(told).toContainEqual(
        expect.objectContaining({ Date: day, Amount: Number(amount), Description: description }),
      );
  });
});
