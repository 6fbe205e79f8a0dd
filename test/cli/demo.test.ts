import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasProgram, IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ended, pennyrow, spawnPennyrow } from './pennyrow.ts';

test.skipIf(IS_WINDOWS)(
  'the demo fills a workbook, prints commands that work, and deletes its files when it exits',
  async () => {
    const child = spawnPennyrow(temporaryFolder(), ['demo', '--port', '0']);
    const outcome = ended(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed).toContain('Ctrl-C stops it.');
    expect(printed).toContain('a temporary folder');
    const commands = printed.split('\n').filter((line) => line.startsWith('  curl '));
    expect(commands).toHaveLength(3);
    const [transactions, categories, sync] = await Promise.all(commands.map(hasCurl ? paste : imitate));
    expect(transactions?.['count']).toBeGreaterThan(10);
    expect(categories).toHaveProperty('categories');
    expect(sync).toMatchObject({ success: true });
    const workbook = /^Workbook +(.+)$/m.exec(printed)?.[1] ?? '';
    expect(existsSync(workbook)).toBe(true);
    child.kill('SIGINT');
    expect((await outcome).code).toBe(0);
    expect(existsSync(workbook)).toBe(false);
  },
);

test('the demo can exit automatically and print its result as JSON', async () => {
  const demo = await pennyrow(temporaryFolder(), 'demo', '--port', '0', '--exit', '--json');
  expect(demo).toMatchObject({ code: 0, stderr: '' });
  expect(demo.json()).toMatchObject({
    url: expect.stringMatching(/^https:/),
    token: expect.stringMatching(/^pennyrow_/),
    run: { status: 'succeeded' },
  });
});

const hasCurl = !IS_WINDOWS && hasProgram('curl');

type Body = Readonly<Record<string, unknown>>;

async function paste(command: string): Promise<Body> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl --silent --fail ')]);
  return JSON.parse(stdout) as Body;
}

/** Sends the request of a curl command, on a machine without curl. */
async function imitate(command: string): Promise<Body> {
  const [, post, ca, token, url] =
    /^ {2}curl (-X POST )?--cacert ['"](.+)['"] -H ['"]Authorization: (Bearer \w+)['"] (https:\S+)$/.exec(command) ??
    [];
  const pending = request(url ?? '', {
    ca: readFileSync(ca ?? ''),
    method: post === undefined ? 'GET' : 'POST',
    headers: { Authorization: token ?? '' },
  });
  pending.end();
  const [answer] = (await once(pending, 'response')) as [IncomingMessage];
  return (await json(answer)) as Body;
}
