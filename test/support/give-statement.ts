import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Gives a page the statement that it asks for once something is pressed, as a person picks a file. */
export async function giveStatement(page: Page, press: () => Promise<void>, path: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await press();
  const file = { name: 'january.ofx', mimeType: 'application/x-ofx', buffer: readFileSync(path) };
  await (await asked).setFiles(file);
}
