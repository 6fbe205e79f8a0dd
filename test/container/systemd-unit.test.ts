import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasProgram } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guide/running-on-a-server.md');
/** The highest accepted exposure, from 0 (safe) to 10; systemd rates values up to 4 as "OK". */
const MOST_EXPOSED = 3;

test.skipIf(!hasProgram('systemd-analyze'))('the systemd unit in the guide is sandboxed', () => {
  const [, unit = ''] = /```ini\n(\[Unit\].*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const path = join(temporaryFolder(), 'pennyrow.service');
  writeFileSync(path, unit);
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
    encoding: 'utf8',
  });
  // systemd only warns about an unknown or misspelled directive.
  expect(stderr).toBe('');
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED);
});
