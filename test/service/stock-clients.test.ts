import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hasProgram } from '../support/machine.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import type { Transactions } from '../support/transactions-of.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');
const RANGE = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31';
const run = promisify(execFile);

/** Each program requests the transactions and sets a schedule, using only the URL, the certificate and the token. */
const CLIENTS: readonly {
  name: string;
  program: string;
  isThere: boolean;
  ask: (url: string, ca: string, token: string) => { args: string[]; env?: Record<string, string> }[];
}[] = [
  {
    name: 'curl',
    program: 'curl',
    isThere: hasProgram('curl'),
    ask: (url, ca, token) => {
      const common = ['-sS', '--fail-with-body', '--cacert', ca, '-H', `Authorization: Bearer ${token}`];
      const body = ['-X', 'POST', '-H', 'Content-Type: application/json', '-d', '{"start_time":"07:30","hours":6}'];
      return [{ args: [...common, url + RANGE] }, { args: [...common, ...body, `${url}/api/v2/schedule`] }];
    },
  },
  {
    name: "Python's standard library",
    program: 'python3',
    isThere: hasProgram('python3'),
    ask: (url, ca, token) => {
      const script = `
import json, ssl, sys, urllib.request
url, ca, token, body = sys.argv[1:]
request = urllib.request.Request(url, headers={"Authorization": "Bearer " + token})
if body:
    request.data = body.encode()
    request.add_header("Content-Type", "application/json")
with urllib.request.urlopen(request, context=ssl.create_default_context(cafile=ca)) as response:
    print(json.dumps(json.load(response)))`;
      return [
        { args: ['-c', script, url + RANGE, ca, token, ''] },
        { args: ['-c', script, `${url}/api/v2/schedule`, ca, token, '{"start_time":"07:30","hours":6}'] },
      ];
    },
  },
  {
    name: "Node's fetch",
    program: process.execPath,
    isThere: true,
    ask: (url, ca, token) => {
      const script = `
const [url, token, body] = process.argv.slice(1);
const headers = { Authorization: 'Bearer ' + token, ...(body && { 'Content-Type': 'application/json' }) };
console.log(await (await fetch(url, { headers, ...(body && { method: 'POST', body }) })).text());`;
      const common = ['--input-type=module', '-e', script, '--'];
      const env = { NODE_EXTRA_CA_CERTS: ca };
      return [
        { args: [...common, url + RANGE, token], env },
        { args: [...common, `${url}/api/v2/schedule`, token, '{"start_time":"07:30","hours":6}'], env },
      ];
    },
  },
];

describe.each(CLIENTS)('$name', ({ program, isThere, ask }) => {
  test.runIf(isThere).each(['127.0.0.1', 'localhost'])(
    'reads and writes at %s with only the certificate of the data folder',
    async (host) => {
      const service = await serviceInUse();
      await service.import(STATEMENT);
      const url = service.url.replace('127.0.0.1', host);
      const [read, write] = ask(url, join(service.folder, 'ca.pem'), await service.token(['read', 'write']));
      const output = async (request: typeof read): Promise<unknown> =>
        JSON.parse(
          (await run(program, request?.args ?? [], { env: { ...process.env, ...request?.env } })).stdout,
        ) as unknown;
      const { transactions, count } = (await output(read)) as Transactions;
      expect([count, Object.values(transactions).map(({ amount }) => amount)]).toEqual([
        5,
        ['-120.00', '-7.25', '2500.00', '0.42', '-31.40'],
      ]);
      expect(await output(write)).toEqual({ success: true });
      expect((await service.get('/api/v2/schedule')).body).toMatchObject({ active: true, period_minutes: 360 });
    },
  );
});

test.runIf(hasProgram('curl'))(
  'curl without the certificate gets nothing, and with plain HTTP is redirected to HTTPS',
  async () => {
    const service = await serviceInUse();
    const path = `${service.url}/api/v2/categories`;
    await expect(run('curl', ['-sS', path])).rejects.toThrow(/certificate/);
    const { stdout } = await run('curl', [
      '-sS',
      '-w',
      '\\n%{http_code} %{redirect_url}',
      path.replace('https:', 'http:'),
    ]);
    const [body = '', status] = stdout.split('\n');
    expect([JSON.parse(body), status]).toEqual([{ error: expect.any(String) }, `308 ${path}`]);
    const followed = await run('curl', [
      '-sSL',
      '--cacert',
      join(service.folder, 'ca.pem'),
      '--location-trusted',
      '-H',
      `Authorization: Bearer ${await service.token(['read'])}`,
      path.replace('https:', 'http:'),
    ]);
    expect(JSON.parse(followed.stdout)).toHaveProperty('categories');
  },
);
