import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_WINDOWS } from '../../../test/support/machine.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { terminalPath } from './launcher.ts';

/** A shell with these lines in its start-up file. */
function shellWith(lines: string): string {
  const path = join(temporaryFolder(), 'sh');
  writeFileSync(path, `#!/bin/sh\n${lines}\nfor last; do :; done\nexec /bin/sh -c "$last"\n`, { mode: 0o755 });
  return path;
}

function readTerminalPath(env: NodeJS.ProcessEnv, timeoutMs?: number): Promise<readonly string[] | null> {
  return terminalPath({ platform: 'linux', env: { PATH: process.env['PATH'], ...env } }, timeoutMs);
}

describe.skipIf(IS_WINDOWS)('terminalPath', () => {
  it('returns the path after the shell has started, even if start-up files print text and start processes', async () => {
    const SHELL = shellWith('echo Welcome back; sleep 600 &\nPATH="/home/me/.local/bin:$PATH"; export PATH');
    expect((await readTerminalPath({ SHELL }))?.[0]).toBe('/home/me/.local/bin');
  });

  it('leaves out the folders of the running AppImage', async () => {
    const APPDIR = '/tmp/.mount_Pennyrow';
    const PATH = `${APPDIR}:${APPDIR}/usr/sbin:${process.env['PATH']}`;
    expect(
      (await readTerminalPath({ SHELL: shellWith(''), APPDIR, PATH }))?.filter((each) => each.startsWith(APPDIR)),
    ).toEqual([]);
  });

  it('returns null if the shell is missing, fails or does not end', async () => {
    expect(await readTerminalPath({ SHELL: '/nowhere/sh' })).toBeNull();
    expect(await readTerminalPath({ SHELL: shellWith('exit 1') })).toBeNull();
    expect(await readTerminalPath({ SHELL: shellWith('sleep 600') }, 200)).toBeNull();
  });
});

it("terminalPath returns the environment's path on Windows", async () => {
  const env = { Path: String.raw`C:\Windows;;C:\Users\me\AppData\Local\Microsoft\WindowsApps` };
  expect(await terminalPath({ platform: 'win32', env })).toEqual([
    String.raw`C:\Windows`,
    String.raw`C:\Users\me\AppData\Local\Microsoft\WindowsApps`,
  ]);
});
