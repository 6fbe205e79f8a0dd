import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/v2/endpoints.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { signIn } from '../support/sign-in.ts';

/** Sends the first half of the body, runs `meanwhile`, then sends the second half. */
async function inTwoHalves(
  url: string,
  options: RequestOptions,
  body: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly status: number; readonly text: string }> {
  const outgoing = request(url, {
    ...options,
    agent: false,
    servername: 'localhost',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      ...(options.headers as Record<string, string>),
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(body.slice(0, 5));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await meanwhile();
  outgoing.end(body.slice(5));
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

const WITH_BODY = [
  ...Object.values(endpoints)
    .filter((endpoint) => 'body' in endpoint)
    .map(({ method, path }) => ({
      method,
      path,
      body: path === '/api/v2/schedule' && method === 'POST' ? '{"start_time":"07:30"}' : '{       }',
    })),
  { method: 'POST', path: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' },
];

describe('a request whose token is revoked while its body arrives', () => {
  it.each(WITH_BODY)('$method $path is rejected, and changes nothing', async ({ method, path, body }) => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    const { token, id } = await client.call('token.create', { accountId, name: 't', scopes: ['read', 'write'] });
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' };
    const send = (meanwhile: () => Promise<unknown>) =>
      inTwoHalves(`${service.url}${path}`, { method, ca: service.ca, headers }, body, meanwhile);
    const before = await client.call('schedule.get', { accountId });
    expect(await send(() => client.call('token.revoke', { tokenId: id }))).toEqual({
      status: 401,
      text: expect.stringContaining('was revoked'),
    });
    expect(await client.call('schedule.get', { accountId })).toEqual(before);
  });
});

describe('a request of a session that ends while its body arrives', () => {
  it.each([
    ['a procedure call', 'call/account.add', '{"name":"Another"}', 'application/json'],
    ['a file upload', 'files/statement.csv', 'a,b\n1,2\n3,4\n', 'application/octet-stream'],
  ])('%s is rejected, and changes nothing', async (_name, path, body, type) => {
    const service = await serviceInUse();
    const key = await signIn(service);
    const { client } = service;
    const { origin } = new URL(service.url);
    const [session] = await client.call('session.list', {});
    const answer = await inTwoHalves(
      `${origin}/dashboard/control/${path}`,
      {
        method: 'POST',
        ca: service.ca,
        headers: { Authorization: `Bearer ${key}`, Origin: origin, 'Content-Type': type },
      },
      body,
      () => client.call('session.end', { sessionId: session?.id ?? '' }),
    );
    expect(answer).toEqual({ status: 401, text: expect.stringContaining('page_signed_out') });
    expect(await client.call('account.list', {})).toHaveLength(1);
    const uploads = join(service.folder, 'uploads');
    expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]);
  });
});
