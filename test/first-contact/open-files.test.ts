import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ended, pennyrow, statementFile, type Ended } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

/** The built program where only so many files may be open at once. */
function limited(folder: string, limit: number, ...args: readonly string[]): Promise<Ended> {
  const child = spawn('sh', ['-c', 'ulimit -n "$0" && exec "$@"', String(limit), process.execPath, BIN, ...args], {
    cwd: folder,
    env: { ...process.env, PENNYROW_DATA_DIR: folder },
  });
  child.stdin.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  return ended(child);
}

// Below, Node itself does not start; above, there is room for all. Where that is differs with the version of Node.
const LIMITS = Array.from({ length: 12 }, (_, index) => 20 + index);

test.skipIf(process.platform === 'win32')(
  'too few open files are told as what they are, with the remedy, and nothing is half done',
  async () => {
    const folder = temporaryFolder();
    const file = statementFile(folder, ['Green Grocer']);
    await pennyrow(folder, 'status');
    let told = 0;
    for (const limit of LIMITS) {
      const { code, stdout, stderr } = await limited(folder, limit, 'import', file);
      const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
      // Node could not read the first line of the program.
      if (code === null || said.includes('node:internal')) continue;
      expect({ limit, code, said }).toMatchObject(
        code === 0
          ? { said: expect.stringMatching(/1 (added|already there)/) }
          : {
              code: 1,
              said: expect.stringMatching(
                /Too many files are open for Pennyrow to open another one.* Raise the limit of open files where Pennyrow is started|Pennyrow could not read its own files: .* Raise the limit of open files/,
              ),
            },
      );
      if (code === 1) told += 1;
    }
    expect(told).toBeGreaterThan(0);
    expect((await pennyrow(folder, 'import', file)).code).toBe(0);
    expect((await pennyrow(folder, 'export', '--json')).json<unknown[]>()).toHaveLength(1);
  },
);
