import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { certificateFor } from '../fakes/simplefin/certificates.ts';
import { elsewhere, useGoogleHome, NO_NAMES, NOBODY, QUICK, type Environment } from './world/google-home.ts';

// In these tests, Google is unreachable, or another server answers its requests.

const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

const home = useGoogleHome();

/**
 * Checks that every way to contact Google reports the problem and writes nothing; returns the output of the same import
 * once Google is reachable.
 */
async function outputAfterRecovery(environment: Environment, expected: RegExp): Promise<string> {
  const { run, statement, payees } = await home();
  const before = await payees();
  const file = statement(`Nobody there ${before.length}`);
  expect(await run(['import', file], environment)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(expected),
    stderr: '',
  });
  expect(await run(['status'], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(expected),
    stderr: '',
  });
  const columns = await run(['workbook', 'columns', '--json'], environment);
  expect(columns).toMatchObject({ code: 1, stdout: '' });
  const { error } = JSON.parse(columns.stderr) as { error: { code: string; message: string; remedy: string } };
  expect(error.code).toBe('workbook_offline');
  expect(`${error.message} ${error.remedy}`).toMatch(expected);
  expect(await payees()).toEqual(before);
  return (await run(['import', file])).stdout;
}

const OFFLINE = /Google cannot be reached\.\s+Check the connection to the internet/;

test('a host name that cannot be resolved is reported as no connection', async () => {
  expect(await outputAfterRecovery(NO_NAMES, OFFLINE)).toContain('1 added');
});

test('a refused connection is reported as no connection', async () => {
  expect(await outputAfterRecovery({ ...QUICK, PENNYROW_GOOGLE_URL: NOBODY.url }, OFFLINE)).toContain('1 added');
});

test.each([
  [
    'untrusted',
    /certificate that is not trusted \((UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN)\)/,
  ],
  ['expired', /certificate that is not trusted \(CERT_HAS_EXPIRED\)/],
  ['issued for another name', /certificate that is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
] as const)(
  'a certificate that is %s is rejected before anything is sent, with possible causes',
  async (kind, expected) => {
    const { ca, ...identity } = await certificateFor(kind);
    const requestedUrls: string[] = [];
    const server = createServer(identity, (request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const trusted = join((await home()).folder, 'authority.pem');
    writeFileSync(trusted, ca);
    const environment = { ...elsewhere((server.address() as AddressInfo).port), NODE_EXTRA_CA_CERTS: trusted };
    expect(await outputAfterRecovery(environment, new RegExp(`${expected.source}[^]*NODE_EXTRA_CA_CERTS`))).toContain(
      '1 added',
    );
    expect(requestedUrls).toEqual([]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a terminal shows why a request takes long, and that it continues',
  async () => {
    const { fake, folder } = await home();
    fake.fail({ call: 'drive.files.get', how: { status: 503, retryAfterSeconds: 5 } });
    const child = spawn('script', ['-qec', `'${process.execPath}' '${BIN}' status`, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, ...QUICK, PENNYROW_DATA_DIR: folder, PENNYROW_GOOGLE_URL: fake.root, TERM: 'dumb' },
    });
    child.stdin.end();
    onTestFinished(() => void child.kill('SIGKILL'));
    expect((await text(child.stdout)).replaceAll(/\s+/g, ' ')).toMatch(
      /The service is currently unavailable\. Pennyrow tries again in [56] seconds\./,
    );
  },
);
