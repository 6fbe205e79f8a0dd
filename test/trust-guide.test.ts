import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type OnePort } from '../src/api/one-port.ts';
import { trustGuides, type TrustGuide, type TrustGuideId } from '../src/platform/trust-guide.ts';
import { ensureCertutil, NO_CERTUTIL } from './support/browser.ts';
import { hasProgram, IS_WINDOWS } from './support/machine.ts';
import { newCertificates, silentLog } from './support/one-port.ts';

const run = promisify(execFile);

let folder: string;
let service: OnePort;
let guides: readonly TrustGuide[];
beforeAll(async () => {
  // A folder name with a space and a quote, which each command must quote.
  folder = join(mkdtempSync(join(tmpdir(), 'pennyrow-trust-')), "Ann's folder");
  mkdirSync(folder);
  const certificates = await newCertificates(folder);
  service = await listen({
    port: 0,
    certificates,
    log: silentLog,
    handler: ({ headers }, response) => void response.end(`Hello ${headers.authorization}`),
  });
  guides = trustGuides({
    caPath: certificates.caPath,
    caPem: certificates.caPem(),
    url: `https://localhost:${service.port}`,
  });
});
afterAll(async () => {
  await service.close(0);
  rmSync(join(folder, '..'), { recursive: true });
});

function guide(id: TrustGuideId): TrustGuide {
  const found = guides.find((each) => each.id === id);
  if (found === undefined) throw new Error(`No guide ${id}`);
  return found;
}

it.runIf(!IS_WINDOWS && hasProgram('curl'))('the pasted command for curl gets an answer from the service', async () => {
  const { stdout } = await run('sh', ['-c', guide('curl').commands.join('\n')], {
    env: { ...process.env, PENNYROW_TOKEN: 'abc' },
  });
  expect(stdout).toBe('Hello Bearer abc');
});

it.runIf(hasProgram('python3'))('the pasted lines for Python get an answer from the service', async () => {
  const [context, open] = guide('python').commands;
  const script = `import ssl, urllib.request\nrequest = "https://localhost:${service.port}/"\n${context}\nprint(${open}.read().decode())`;
  const { stdout } = await run('python3', ['-c', script]);
  expect(stdout).toContain('Hello');
});

it.skipIf(IS_WINDOWS)('the pasted command for Node gets an answer from the service', async () => {
  const script = `console.log(await (await fetch('https://localhost:${service.port}/')).text())`;
  const [command = ''] = guide('node').commands;
  const pasted = command.replace('node script.js', '"$NODE" --input-type=module -e "$SCRIPT"');
  const { stdout } = await run('sh', ['-c', pasted], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: script },
  });
  expect(stdout).toContain('Hello');
});

it('the commands for Chromium on Linux add the authority and remove it', async ({ skip }) => {
  if (!(await ensureCertutil())) skip(NO_CERTUTIL);
  const { commands, undo } = guide('chromium-linux');
  const env = { ...process.env, HOME: folder };
  const list = async () => (await run('certutil', ['-d', `sql:${folder}/.pki/nssdb`, '-L'])).stdout;
  await run('sh', ['-ec', commands.join('\n')], { env });
  expect(await list()).toMatch(/Pennyrow local CA \(.*\) +C,,/);
  await run('sh', ['-ec', undo.join('\n')], { env });
  expect(await list()).not.toContain('Pennyrow');
});

it('the commands contain the certificate’s path, quoted for their shell', () => {
  for (const { id, commands } of guides) {
    if (id !== 'firefox') expect(commands.join('\n')).toContain('folder/ca.pem');
  }
  expect(guide('windows').commands[0]).toContain("Ann''s folder/ca.pem'");
  expect(guide('macos').commands[0]).toContain(String.raw`Ann'\''s folder/ca.pem'`);
});
