import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { pennyrow } from '../cli/pennyrow.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { agentOverHttps, agentOverStdio, ask, refusal, servedTo, tokenFor } from './agents.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
};

type Served = Awaited<ReturnType<typeof servedTo>>;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(
  { url, ca, token }: Served,
  { method = 'POST', headers = {}, body = JSON.stringify(INITIALIZE) }: Sent = {},
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }> {
  const agent = new Agent({ ca, servername: 'localhost' });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL('/mcp', url),
      {
        agent,
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (incoming) =>
        void text(incoming).then((body) => {
          agent.destroy();
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        }, reject),
    );
    outgoing.once('error', reject);
    outgoing.end(method === 'POST' ? body : undefined);
  });
}

describe('/mcp', () => {
  /** The test that adds an account to this service must run last. */
  const shared = sharedByTests(async () => {
    const folder = await demoFolder();
    return { folder, mayWrite: await servedTo(folder, ['read', 'write']) };
  });

  it('requires a valid token with the right to read, and rejects requests from other websites', async () => {
    const { folder, mayWrite } = await shared();
    const served = { ...mayWrite, token: await tokenFor(folder, ['read']) };
    expect(await send(served)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(await send({ ...served, token: '' })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) },
    });
    expect(await send({ ...served, token: served.token.replace(/.$/, '~') })).toMatchObject({ status: 401 });
    expect(await send({ ...served, token: await tokenFor(folder, ['write']) })).toMatchObject({
      status: 403,
      body: expect.stringContaining('lacks the scope'),
    });
    expect(await send(served, { headers: { Host: 'example.com' } })).toMatchObject({ status: 421 });
    expect(await send(served, { headers: { Origin: 'https://example.com' } })).toMatchObject({ status: 403 });
    expect(await send(served, { method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(await send(served, { method: 'DELETE' })).toMatchObject({ status: 405 });
    const tokens = (await pennyrow(folder, 'token', 'list', '--json')).json<
      { readonly id: string; readonly scopes: readonly string[] }[]
    >();
    const own = tokens.find(({ scopes }) => scopes.join(',') === 'read');
    await pennyrow(folder, 'token', 'revoke', own?.id ?? '');
    expect(await send(served)).toMatchObject({ status: 401 });
  });

  it('answers an invalid message with an error, and keeps running', async () => {
    const { mayWrite: served } = await shared();
    const malformed = [
      '',
      'no JSON',
      '[]',
      '{}',
      'null',
      '{"jsonrpc":"2.0","id":1,"method":"nothing/here"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
      `[${'['.repeat(2000)}`,
    ];
    for (const body of malformed) {
      const answer = await send(served, { body });
      expect({ body: body.slice(0, 80), status: answer.status }).toMatchObject({
        status: expect.toSatisfy((status: number) => status < 500),
      });
      expect(JSON.parse(answer.body.replace(/^event: message\ndata: /, ''))).toMatchObject({
        error: { code: expect.any(Number), message: expect.any(String) },
      });
    }
    expect(await send(served, { headers: { 'Content-Type': 'text/plain' } })).toMatchObject({ status: 415 });
    expect(
      await send(served, { body: JSON.stringify({ ...INITIALIZE, padding: 'x'.repeat(5_000_000) }) }),
    ).toMatchObject({ status: 413 });
    expect(await ask(await agentOverHttps(served), 'accounts')).toMatchObject({ accounts: { length: 2 } });
  });

  it('shows each agent only the account of its token', async () => {
    const { folder, mayWrite: served } = await shared();
    const mine = await agentOverHttps(served);
    const { runs } = await ask<{ runs: { id: string }[] }>(mine, 'runs');
    await pennyrow(folder, 'account', 'add', 'Other', '--json');
    const made = await pennyrow(
      folder,
      'token',
      'create',
      '--name',
      'Theirs',
      '--account',
      'Other',
      '--scope',
      'read',
      '--scope',
      'write',
      '--json',
    );
    const theirs = await agentOverHttps({ ...served, token: made.json<{ readonly token: string }>().token });
    expect(await ask(theirs, 'runs')).toMatchObject({ runs: [] });
    expect(await ask(theirs, 'find_transactions')).toMatchObject({ total: 0 });
    for (const name of ['run_report', 'undo_run'])
      expect(await refusal(theirs, name, { run_id: runs[0]?.id })).toContain('(run_unknown)');
  });
});

describe('an agent’s request', () => {
  it('is recorded with its agent and result, over standard input and over HTTPS', async () => {
    const folder = await demoFolder();
    const served = await servedTo(folder, ['read']);
    const far = await agentOverHttps(served);
    await ask(far, 'summarize', { by: 'month', category: 'groceries' });
    await refusal(far, 'find_transactions', { limit: 0 });
    const near = await agentOverStdio(folder);
    await ask(near, 'accounts');
    const person = await connectSocket(controlAddress(folder));
    const [account] = (await person?.call('account.list', {})) ?? [];
    expect(await person?.call('agent.calls', { accountId: account?.id ?? '' })).toMatchObject([
      { tool: 'accounts', client: 'test-agent 1.2.3', token: null, problem: null },
      {
        tool: 'find_transactions',
        input: '{"limit":0}',
        token: { name: 'An agent' },
        problem: { code: 'input_invalid' },
      },
      {
        tool: 'summarize',
        input: '{"by":"month","category":"groceries"}',
        client: 'test-agent 1.2.3',
        token: { name: 'An agent' },
        problem: null,
      },
    ]);
  });

  it('can start only as many syncs as a script', async () => {
    const folder = await demoFolder();
    const served = await servedTo(folder, ['read', 'write']);
    const agent = await agentOverHttps(served);
    for (let time = 0; time < 4; time += 1) await ask(agent, 'preview_sync');
    await ask(agent, 'sync_now');
    for (const name of ['preview_sync', 'sync_now'])
      expect(await refusal(agent, name)).toMatch(/5 times an hour .* Try again in .*\(agent_limit\)/);
    expect(await pennyrow(folder, 'sync', '--json')).toMatchObject({ code: 0 });
  });
});
