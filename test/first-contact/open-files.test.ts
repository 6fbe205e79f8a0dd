import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ended, pennyrow, statementFile } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

/** The built program with a limit on open files. */
function limited(folder: string, limit: number, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn('sh', ['-c', 'ulimit -n "$0" && exec "$@"', String(limit), process.execPath, BIN, ...args], {
    cwd: folder,
    env: { ...process.env, PENNYROW_DATA_DIR: folder },
  });
  child.stdin.end();
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

// Below these limits Node itself does not start; above them every command succeeds. They depend on the version of Node.
const LIMITS = Array.from({ length: 12 }, (_, index) => 20 + index);

test.skipIf(process.platform === 'win32')(
  'too few open files are reported with the remedy, and nothing is left incomplete',
  async () => {
    const folder = temporaryFolder();
    const file = statementFile(folder, ['Green Grocer']);
    await pennyrow(folder, 'status');
    let reports = 0;
    for (const limit of LIMITS) {
      const { code, stdout, stderr } = await ended(limited(folder, limit, 'import', file));
      const output = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
      // Node itself failed before the program began.
      if (code === null || output.includes('node:internal')) continue;
      expect({ limit, code, output }).toMatchObject(
        code === 0
          ? { output: expect.stringMatching(/1 (added|already there)/) }
          : {
              code: 1,
              output: expect.stringMatching(
                /Too many files are open for Pennyrow to open another one.* Raise the limit of open files where Pennyrow is started|Pennyrow could not read its own files: .* Raise the limit of open files/,
              ),
            },
      );
      if (code === 1) reports += 1;
    }
    expect(reports).toBeGreaterThan(0);
    expect((await pennyrow(folder, 'import', file)).code).toBe(0);
    expect((await pennyrow(folder, 'export', '--json')).json<unknown[]>()).toHaveLength(1);
  },
);

test.skipIf(process.platform === 'win32')(
  'idle connections are closed before the limit of open files is reached',
  async () => {
    const folder = temporaryFolder();
    await pennyrow(folder, 'status');
    const service = limited(folder, 200, 'serve', '--port', '0', '--json');
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    const { url, ca } = JSON.parse(line) as { readonly url: string; readonly ca: string };
    const crowd = Array.from({ length: 300 }, () => net.connect(Number(new URL(url).port), '127.0.0.1'));
    for (const idle of crowd) {
      onTestFinished(() => void idle.destroy());
      idle.on('error', () => undefined);
    }
    await Promise.all(crowd.map((idle) => Promise.race([once(idle, 'connect'), once(idle, 'close')])));
    const apiRequest = https.get(`${url}/api/v2/categories`, { ca: readFileSync(ca), agent: false });
    const [{ statusCode }] = (await once(apiRequest, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(401);
    expect(await pennyrow(folder, 'status')).toMatchObject({ code: 0, stderr: '' });
  },
);
