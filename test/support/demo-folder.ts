import { ended, spawnPennyrow } from '../cli/pennyrow.ts';
import { expect } from 'vitest';
import { keepFolder, writeCopy, type KeptFolder } from './folder-copy.ts';
import { temporaryFolder } from './temporary-folder.ts';

let made: Promise<KeptFolder> | null = null;

/**
 * A data folder with the year of the demo bank in its workbook, as `pennyrow demo --keep` leaves it. The program makes it
 * once for each process that runs tests; every test gets a copy of its own, at another place.
 */
export async function demoFolder(): Promise<string> {
  const demo = await (made ??= makeDemo());
  const folder = temporaryFolder();
  writeCopy(demo, folder);
  return folder;
}

async function makeDemo(): Promise<KeptFolder> {
  const parent = temporaryFolder();
  const temporary = { TMPDIR: parent, TEMP: parent };
  const demo = await ended(spawnPennyrow(parent, ['demo', '--port', '0', '--exit', '--keep', '--json'], temporary));
  expect(demo).toMatchObject({ code: 0, stderr: '' });
  const { dataFolder: folder } = demo.json<{ readonly dataFolder: string }>();
  return keepFolder(folder);
}
