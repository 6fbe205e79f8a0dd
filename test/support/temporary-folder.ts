import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenOver } from './lifetime.ts';

/** An empty folder that is deleted after the test. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'pennyrow-')));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
