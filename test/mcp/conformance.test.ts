import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { servedTo } from './agents.ts';

const PROGRAM = fileURLToPath(new URL('conformance-child.ts', import.meta.url));

/**
 * The protocol's scenarios that apply to any server. The others need tools, resources and prompts of the example server
 * (`test_simple_text`, `test://static-text`), or features that this server lacks: log levels, sampling, completion,
 * subscriptions, and resumable streams.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

it('the MCP server passes the protocol’s conformance scenarios, one after the other on one service', async () => {
  const url = await withToken(await servedTo(await demoFolder(), ['read', 'write']));
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, `${url}/mcp`, ...SCENARIOS], {
    cwd: temporaryFolder(),
    env: cleanEnvironment(),
  }).catch((thrown: { stdout: string }) => thrown);
  for (const scenario of SCENARIOS) {
    const [report] = stdout.split(`\n=== ${scenario}\n`).at(1)?.split('\n=== ') ?? [];
    const passed = expect.stringMatching(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    expect({ scenario, report }).toEqual({ scenario, report: passed });
  }
});

/** Starts a proxy for the conformance tests, which can neither send a token nor trust our certificate authority. */
async function withToken({ url, ca, token }: Awaited<ReturnType<typeof servedTo>>): Promise<string> {
  const proxy = createServer((incoming, response) => {
    const { method, headers, url: path = '/' } = incoming;
    // The proxy's own origin, with http, becomes the service's, with https. Other origins stay, so that the service rejects them.
    const origin = headers.origin === `http://${headers.host}` ? `https://${headers.host}` : headers.origin;
    const outgoing = request(
      new URL(path, url),
      {
        ca,
        agent: false,
        servername: 'localhost',
        method,
        headers: { ...headers, ...(origin === undefined ? {} : { origin }), authorization: `Bearer ${token}` },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
