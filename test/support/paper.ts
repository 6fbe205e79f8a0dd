import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** Reads the text of a PDF, as Debian's poppler-utils have it. */
export const NO_PDFTOTEXT = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status !== 0;

/** What a browser would put on A4 now, as its dialog does: the text of each sheet, its blanks as they are seen. */
export async function onPaper(page: Page): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'paper.pdf');
  await writeFile(file, await page.pdf({ format: 'A4', printBackground: true }));
  const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { maxBuffer: 50_000_000 });
  return stdout.split('\f').slice(0, -1);
}

/** Holds the browser's dialog back, which would wait for a person; how often it was asked for. */
export async function withoutDialog(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript('window.asked = 0; window.print = () => { window.asked += 1; };');
  await page.reload();
  return () => page.evaluate<number>('window.asked');
}
