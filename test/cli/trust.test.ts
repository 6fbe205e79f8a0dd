import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemGuideId } from '../../src/platform/trust-guide.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, runPennyrow } from './pennyrow.ts';

const DEBIAN = ['/usr/local/share/ca-certificates', '/usr/sbin/update-ca-certificates'];

it.each([
  { platform: 'darwin', paths: [], id: 'macos' },
  { platform: 'win32', paths: [], id: 'windows' },
  { platform: 'linux', paths: DEBIAN, id: 'debian' },
  { platform: 'linux', paths: ['/usr/bin/trust'], id: 'fedora' },
  { platform: 'linux', paths: ['/usr/sbin/update-ca-certificates'], id: null },
] as const)('the certificate instructions for $platform with $paths are those for $id', ({ platform, paths, id }) => {
  expect(systemGuideId(platform, (path) => (paths as readonly string[]).includes(path))).toBe(id);
});

describe.runIf(process.platform === 'linux' && DEBIAN.every((path) => existsSync(path)))('certificate --trust', () => {
  it('shows the commands and runs none without confirmation', async () => {
    const folder = temporaryFolder();
    const refused = await pennyrow(folder, 'certificate', '--trust');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`cp '${join(folder, 'ca.pem')}' /usr/local/share/ca-certificates/pennyrow.crt`);
  });

  it.each(['trust', 'untrust'])('--%s runs the commands with --yes', async (option) => {
    const folder = temporaryFolder();
    const log = join(folder, 'commands.log');
    for (const program of ['sudo', 'cp', 'rm', 'update-ca-certificates']) {
      writeFileSync(join(folder, program), `#!/bin/sh\necho "${program} $*" >> '${log}'\n`);
      chmodSync(join(folder, program), 0o755);
    }
    const environment = { PATH: `${folder}:${process.env['PATH']}` };
    const done = await runPennyrow(folder, ['certificate', `--${option}`, '--yes', '--json'], environment);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.json()).toMatchObject({ trusted: option === 'trust' });
    const commands = readFileSync(log, 'utf8').replaceAll('sudo ', '').split('\n');
    expect(commands.map((command) => command.split(' ')[0])).toEqual([
      option === 'trust' ? 'cp' : 'rm',
      'update-ca-certificates',
      '',
    ]);
  });

  it('reports a command that failed, and exits with 1', async () => {
    const folder = temporaryFolder();
    for (const program of ['sudo', 'cp']) {
      writeFileSync(join(folder, program), '#!/bin/sh\nexit 3\n');
      chmodSync(join(folder, program), 0o755);
    }
    const failed = await runPennyrow(folder, ['certificate', '--trust', '--yes', '--json'], {
      PATH: `${folder}:${process.env['PATH']}`,
    });
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'certificate_store' } });
  });
});
