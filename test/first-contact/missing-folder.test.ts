import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { pennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WAIT_OPTIONS = { timeout: 15_000, interval: 50 };

test('a read-only command creates no data folder, and explains how to begin', async () => {
  const folder = join(temporaryFolder(), 'nothing here');
  for (const command of [
    ['status'],
    ['doctor'],
    ['export'],
    ['runs'],
    ['sync'],
    ['workbook', 'show'],
    ['rule', 'list'],
    ['connection', 'list'],
    ['undo', '--last'],
    ['restore'],
  ]) {
    const { code, stdout, stderr } = await pennyrow(temporaryFolder(), '--data-dir', folder, ...command, '--json');
    expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'data_none',
        message: expect.stringContaining(folder),
        remedy: expect.stringContaining('pennyrow serve'),
      },
    });
  }
  expect(existsSync(folder)).toBe(false);
  const imported = await pennyrow(
    temporaryFolder(),
    '--data-dir',
    folder,
    'import',
    statementFile(temporaryFolder(), ['Green Grocer']),
  );
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added') });
  expect((await pennyrow(temporaryFolder(), '--data-dir', folder, 'status')).code).toBe(0);
});

/** Skipped on Windows, which does not allow moving a folder with open files. */
test.skipIf(process.platform === 'win32')(
  'a service reports a missing data folder, returns no cached data, and continues once the folder is restored',
  async () => {
    const folder = join(temporaryFolder(), 'data');
    const aside = `${folder} aside`;
    mkdirSync(folder);
    await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']));
    const { token } = (await pennyrow(folder, 'token', 'create', '--name', 'Script', '--json')).json<{
      token: string;
    }>();
    const service = await startService(folder);
    const url = /https:\/\/\S+/.exec(service.firstLine)?.[0] ?? '';
    const ca = readFileSync(join(folder, 'ca.pem'), 'utf8');
    const transactions = () => get(`${url}/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31`, ca, token);
    const whole = await transactions();
    renameSync(folder, aside);
    await vi.waitFor(() => expect(service.stderr()).toContain('was removed or replaced'), WAIT_OPTIONS);
    expect(service.stderr().replaceAll(/\s+/g, ' ')).toContain(folder);
    const refused = await transactions();
    expect(refused.status).toBe(500);
    expect(JSON.parse(refused.body)).toEqual({ error: expect.stringContaining('data folder') });
    expect(await pennyrow(aside, '--data-dir', folder, 'status')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/pennyrow serve/),
    });
    expect(existsSync(folder)).toBe(false);
    renameSync(aside, folder);
    expect(await transactions()).toEqual(whole);
    expect((await pennyrow(folder, 'status')).stdout).toContain('answering at');
    // Deleted permanently.
    rmSync(folder, { recursive: true });
    expect((await transactions()).status).toBe(500);
    expect(await service.stop()).toBe(0);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  },
);

async function get(url: string, ca: string, token: string): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const pending = request(url, { ca, headers: { Authorization: `Bearer ${token}` }, agent: false }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  pending.once('error', reject);
  pending.end();
  return promise;
}
