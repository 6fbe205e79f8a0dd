import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** True if `pdftotext` is missing, which reads the text of a PDF; Debian's package is poppler-utils. */
export const NO_PDFTOTEXT = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status !== 0;

/** The text of each sheet of the page printed on A4, with spaces and lines as on paper. */
export async function onPaper(page: Page): Promise<readonly string[]> {
  return sheetsOf(await page.pdf({ format: 'A4', printBackground: true }));
}

export async function sheetsOf(pdf: Buffer): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'paper.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { maxBuffer: 50_000_000 });
  return stdout.split('\f').slice(0, -1);
}

/** Suppresses the browser's print dialog, which would wait for a user. The returned function counts its openings. */
export async function withoutDialog(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript('window.printCount = 0; window.print = () => { window.printCount += 1; };');
  await page.reload();
  return () => page.evaluate<number>('window.printCount');
}
