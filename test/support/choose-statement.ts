import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The button for choosing files to import: in a wide window, in a narrow one, or after files were chosen. */
export const CHOOSE_FILES = /^(?:Drop|Choose) statement files|^Add more files/;

/** Selects the statement file after `press` opens the page's file chooser. */
export async function chooseStatement(page: Page, press: () => Promise<void>, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press();
  const file = { name: 'january.ofx', mimeType: 'application/x-ofx', buffer: readFileSync(path) };
  await (await chooser).setFiles(file);
}
