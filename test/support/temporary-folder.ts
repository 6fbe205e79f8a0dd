import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenOver } from './lifetime.ts';

/** An empty folder that goes away with the test. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'pennyrow-')));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
