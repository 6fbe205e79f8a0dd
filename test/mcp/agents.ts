import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { cleanEnvironment, pennyrow, startService, type StartedService } from '../cli/pennyrow.ts';
import { whenOver } from '../support/lifetime.ts';
import { agentCommand } from './agent-command.ts';

/** The tools that only read; those in `WRITING` require the right to write. */
export const READING = [
  'accounts',
  'find_transactions',
  'summarize',
  'categories',
  'suggest_categories',
  'rules',
  'runs',
  'run_report',
  'status',
  'preview_sync',
  'preview_file',
];
export const WRITING = ['sync_now', 'undo_run', 'propose_changes'];

/** The revisions of the protocol (MCP), which differ in how a program opens a connection. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export interface AgentOptions {
  readonly era?: Era;
  /** Starts the program in a separate process: for tests of its start, lifetime or exit. */
  readonly isOwn?: boolean;
  /** Answers the questions to the user; without it, the agent's program cannot ask any. */
  readonly elicit?: (message: string) => ElicitResult;
}

/** The official client, created as an agent's program creates it. */
function agentClient({ era = '2026-07-28', elicit }: AgentOptions): Client {
  const client = new Client(
    { name: 'test-agent', version: '1.2.3' },
    {
      versionNegotiation: { mode: era === '2026-07-28' ? 'auto' : 'legacy' },
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (elicit !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params.message));
  whenOver(() => client.close());
  return client;
}

/** An agent that starts `pennyrow mcp`, by default through a relay to a process that has already loaded it. */
export async function agentOverStdio(
  folder: string,
  args: readonly string[] = [],
  options: AgentOptions = {},
): Promise<Client> {
  const { own, relayed, ended } = await agentCommand(folder, args);
  whenOver(ended);
  const client = agentClient(options);
  const [command = '', ...rest] = options.isOwn === true ? own : relayed;
  const environment = Object.entries(cleanEnvironment()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const transport = new StdioClientTransport({
    command,
    args: rest,
    cwd: folder,
    env: { ...Object.fromEntries(environment), PENNYROW_DATA_DIR: folder },
    stderr: 'ignore',
  });
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(options.era ?? '2026-07-28');
  return client;
}

export type Result = Readonly<Record<string, unknown>>;

/** Calls a tool and returns the data of its answer. The answer's text must repeat the data, for programs that read only texts. */
export async function ask<Answer extends object = Result>(
  client: Client,
  name: string,
  input: object = {},
): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...input } });
  expect({ name, content, isError: isError ?? false }).toMatchObject({ isError: false });
  const [block] = content;
  expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual(structuredContent);
  return structuredContent as Answer;
}

/** The message of a tool that refused. */
export async function refusal(client: Client, name: string, input: object = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [block] = content;
  expect({ content, isError }).toMatchObject({ isError: true });
  return block?.type === 'text' ? block.text : '';
}

/** An agent that connects over HTTPS with this token and trusts the certificate authority `ca`. */
export async function agentOverHttps(
  { url, ca, token }: { readonly url: string; readonly ca: string; readonly token: string },
  options: AgentOptions = {},
): Promise<Client> {
  const client = agentClient(options);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: fetchTrusting(ca),
  });
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(options.era ?? '2026-07-28');
  return client;
}

/** A fetch that trusts `ca`. Node's own fetch can trust a certificate authority only for the whole process. */
function fetchTrusting(ca: string): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const httpRequest = new Request(input, init);
      const outgoing = request(
        httpRequest.url,
        {
          ca,
          agent: false,
          servername: 'localhost',
          method: httpRequest.method,
          headers: Object.fromEntries(httpRequest.headers),
          signal: httpRequest.signal,
        },
        (incoming) => {
          const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as [string, string]],
          );
          const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
          resolve(
            new Response(incoming.statusCode === 204 ? null : body, { status: incoming.statusCode ?? 0, headers }),
          );
        },
      );
      outgoing.once('error', reject);
      httpRequest.arrayBuffer().then((body) => outgoing.end(Buffer.from(body)), reject);
    });
}

/** `pennyrow serve` on a data folder, with a token for an agent. */
export async function servedTo(
  folder: string,
  scopes: readonly ('read' | 'write')[],
): Promise<{ readonly service: StartedService; readonly url: string; readonly ca: string; readonly token: string }> {
  const service = await startService(folder, '--json');
  const { url, ca } = JSON.parse(service.firstLine) as { url: string; ca: string };
  return { service, url, ca: readFileSync(ca, 'utf8'), token: await tokenFor(folder, scopes) };
}

export async function tokenFor(folder: string, scopes: readonly ('read' | 'write')[]): Promise<string> {
  const scoped = scopes.flatMap((scope) => ['--scope', scope]);
  const made = await pennyrow(folder, 'token', 'create', '--name', 'An agent', ...scoped, '--json');
  return made.json<{ readonly token: string }>().token;
}
