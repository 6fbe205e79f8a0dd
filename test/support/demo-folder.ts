import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ended, spawnPennyrow } from '../cli/pennyrow.ts';
import { keepFolder, writeCopy, type KeptFolder } from './folder-copy.ts';
import { oncePerRun } from './once-per-run.ts';
import { temporaryFolder } from './temporary-folder.ts';

let cached: Promise<KeptFolder> | null = null;

/**
 * A data folder with a year of the demo bank in its workbook, as after `pennyrow demo --keep`. The program creates it once
 * for all files of a run, and every test gets a copy at another path.
 */
export async function demoFolder(): Promise<string> {
  const demo = await (cached ??= keepDemo());
  const folder = temporaryFolder();
  writeCopy(demo, folder);
  return folder;
}

async function keepDemo(): Promise<KeptFolder> {
  const parent = await oncePerRun('demo', makeDemo);
  const [folder = ''] = readdirSync(parent);
  return keepFolder(join(parent, folder));
}

async function makeDemo(parent: string): Promise<void> {
  const temporary = { TMPDIR: parent, TEMP: parent };
  const demo = await ended(spawnPennyrow(parent, ['demo', '--port', '0', '--exit', '--keep', '--json'], temporary));
  expect(demo).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([
    demo.json<{ readonly dataFolder: string }>().dataFolder,
  ]);
}
