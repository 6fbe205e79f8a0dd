import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { runWarm } from '../support/warm-program.ts';
import { agentCommand } from './agent-command.ts';
import type { Era, Result, servedTo } from './agents.ts';

const PROGRAM = fileURLToPath(new URL('inspector-child.ts', import.meta.url));

/** The inspector's names for the two revisions. */
const ERAS: Readonly<Record<Era, string>> = { '2025-11-25': 'legacy', '2026-07-28': 'modern' };

export interface ListedTool {
  readonly name: string;
  readonly outputSchema: JsonSchemaType;
}

/** The inspector's exit code, and its output, which is JSON on either stream. */
export interface Inspected {
  readonly code: number | null;
  readonly result: Result | null;
  readonly error: { readonly code: string; readonly message: string; readonly cause?: string } | null;
}

/** The inspector's command line for one server: each call is a separate command and connection. */
export interface Inspector {
  inspect(...args: readonly string[]): Promise<Inspected>;
  /** The tools in the order in which the server lists them; only the first call asks the server. */
  tools(): Promise<readonly ListedTool[]>;
  /** The answer of a tool, which must match its schema. */
  call<Answer extends object = Result>(tool: ListedTool['name'], input?: object): Promise<Answer>;
}

/** An inspector that starts `pennyrow mcp` for each call: at first in a new process, later through the relay. */
export async function inspectorOverStdio(
  home: string,
  folder: string,
  era: Era,
  args: readonly string[] = [],
): Promise<Inspector> {
  const { own, relayed, ended } = await agentCommand(folder, args);
  let starts = 0;
  const target = (): readonly string[] => {
    starts += 1;
    return ['-e', `PENNYROW_DATA_DIR=${folder}`, ...(starts === 1 ? own : relayed)];
  };
  return inspectorOf(home, target, ['--protocol-era', ERAS[era]], {}, ended);
}

/** An inspector that trusts Pennyrow's certificate authority in the way that the guide explains for programs on Node. */
export function inspectorOverHttps(
  home: string,
  served: Pick<Awaited<ReturnType<typeof servedTo>>, 'url' | 'token'>,
  era: Era,
  caPath: string | null,
): Inspector {
  const address = ['--server-url', `${served.url}/mcp`, '--transport', 'http', '--stored-auth-only'];
  return inspectorOf(
    home,
    () => [],
    [...address, '--header', `Authorization: Bearer ${served.token}`, '--protocol-era', ERAS[era]],
    caPath === null ? {} : { NODE_EXTRA_CA_CERTS: caPath },
  );
}

/**
 * `target`: the command that it starts, which has exited once `ended` resolves. `home`: a separate home folder, so that
 * the settings of the user who runs the tests have no effect. The same process runs all commands of one home, because
 * loading it takes far longer than a call.
 */
function inspectorOf(
  home: string,
  target: () => readonly string[],
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
  ended = async (): Promise<void> => undefined,
): Inspector {
  const inspect = async (...args: readonly string[]): Promise<Inspected> => {
    const { stdout, stderr, code } = await runWarm(PROGRAM, {
      args: ['--format', 'json', '--quiet', ...options, ...args, ...target()],
      folder: home,
      environment: {
        ...cleanEnvironment(),
        HOME: home,
        USERPROFILE: home,
        MCP_STORAGE_DIR: join(home, 'mcp'),
        ...environment,
      },
      input: '',
    });
    await ended();
    const read = (text: string, what: 'result' | 'error'): unknown =>
      text.startsWith('{') ? ((JSON.parse(text) as Record<string, unknown>)[what] ?? null) : null;
    return {
      code,
      result: read(stdout, 'result') as Inspected['result'],
      error: read(stderr, 'error') as Inspected['error'],
    };
  };
  let listing: Promise<readonly ListedTool[]> | null = null;
  const tools = (): Promise<readonly ListedTool[]> => (listing ??= list());
  const list = async (): Promise<readonly ListedTool[]> => {
    const listed = await inspect('--method', 'tools/list', '--strict');
    expect(listed).toMatchObject({ code: 0, error: null });
    return listed.result?.['tools'] as readonly ListedTool[];
  };
  return {
    inspect,
    tools,
    call: async <Answer extends object>(name: string, input: object = {}) => {
      const tool = (await tools()).find((each) => each.name === name);
      if (tool === undefined) throw new Error(`the inspector lists no ${name}`);
      const called = await inspect(
        '--method',
        'tools/call',
        '--tool-name',
        name,
        '--tool-args-json',
        JSON.stringify(input),
      );
      expect({ name, ...called }).toMatchObject({ name, code: 0, error: null });
      const answer = called.result?.['structuredContent'] as Answer;
      const checked = await fromJsonSchema(tool.outputSchema)['~standard'].validate(answer);
      expect({ name, issues: checked.issues ?? [] }).toEqual({ name, issues: [] });
      return answer;
    },
  };
}
