import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { snippets } from '../../renderer/pages/settings/api/snippets.ts';
import { cleanEnvironment, startService } from '../cli/pennyrow.ts';
import { IS_WINDOWS } from '../support/machine.ts';
import { blocksOf, programFolder } from '../support/script-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { agentOverHttps, ask } from './agents.ts';

const PAGE = 'agents.md';
const INSPECTOR = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'));
const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

/** The commands of a user's shell: `npx`, `pennyrow`, and a script `claude` that only records its arguments. */
function shellIn(folder: string): NodeJS.ProcessEnv & { readonly PATH: string } {
  const bin = programFolder(folder, {
    pennyrow: `exec '${process.execPath}' '${BIN}' "$@"`,
    npx: `if [ "$1" = -y ]; then shift; fi; program="$1"; shift; case "$program" in pennyrow) exec '${process.execPath}' '${BIN}' "$@";; *) exec '${process.execPath}' '${INSPECTOR}' "$@";; esac`,
    claude: `for word in "$@"; do printf '%s\\n' "$word"; done > '${join(folder, 'claude.txt')}'`,
  });
  return { ...cleanEnvironment(), HOME: folder, TMPDIR: folder, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
}

function agentArguments(folder: string): string[] {
  return readFileSync(join(folder, 'claude.txt'), 'utf8').trimEnd().split('\n');
}

/** The shell lines of the page, in order, at any indentation. */
function shellBlocks(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/guide', PAGE), 'utf8');
  return [...text.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, , block = '']) => block.replaceAll(/^ +/gm, ''));
}

describe.skipIf(IS_WINDOWS)('the page about agents', () => {
  it('leads from the demo to a first answer with the commands that it shows', async () => {
    const folder = temporaryFolder();
    const env = shellIn(folder);
    const [demo = '', add = '', inspect = ''] = shellBlocks();
    const { stdout } = await promisify(execFile)('sh', ['-euc', demo], { cwd: folder, env });
    const [data = ''] = /\/\S*pennyrow-demo-\w+/.exec(stdout) ?? [];
    await promisify(execFile)('sh', ['-euc', add.replace('FOLDER', data)], { cwd: folder, env });
    const [, , name, , command = '', ...args] = agentArguments(folder);
    expect([name, command]).toEqual(['pennyrow', 'npx']);
    const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    onTestFinished(() => client.close());
    const found = join(env.PATH.split(':')[0] ?? '', command);
    await client.connect(new StdioClientTransport({ command: found, args, env: { PATH: env.PATH, HOME: folder } }));
    expect(await ask(client, 'summarize', { by: 'month', category: 'Groceries' })).toMatchObject({ left_out: 0 });
    expect(await ask(client, 'accounts')).toMatchObject({ accounts: [{ state: 'proven' }, { state: 'proven' }] });
    const inspected = await promisify(execFile)('sh', ['-euc', inspect.replaceAll('FOLDER', data)], {
      cwd: folder,
      env,
    });
    expect(inspected.stdout).toContain('adds up to the cent');
    expect(inspected.stdout).toContain('"left_out": 0');
  });

  it('has shell commands for HTTPS that create a token and work as printed', async () => {
    const folder = await demoFolder();
    const { firstLine } = await startService(folder, '--json');
    const { url } = JSON.parse(firstLine) as { readonly url: string };
    const env = { ...shellIn(folder), PENNYROW_DATA_DIR: folder };
    const [script = ''] = blocksOf(PAGE, 'sh', 'With a token, over https');
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env });
    const [token = ''] = /pennyrow_\w{60}/.exec(stdout) ?? [];
    const words = agentArguments(folder);
    expect(words.slice(0, 5)).toEqual(['mcp', 'add', '--transport', 'http', 'pennyrow']);
    expect(words[5]).toBe('https://localhost:28400/mcp');
    expect(words.slice(6)).toEqual(['--header', 'Authorization: Bearer pennyrow_…']);
    const agent = await agentOverHttps({ url, ca: readFileSync(join(folder, 'ca.pem'), 'utf8'), token });
    expect(await ask(agent, 'status')).toMatchObject({ health: 'ok' });
  });

  it('has the same configurations for common programs as the dashboard', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/guide', PAGE), 'utf8');
    const rows = new Map(
      [...text.matchAll(/^\| ([^|]+) \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, name = '', what = '']) => [name, what]),
    );
    const command = { command: 'pennyrow', args: ['mcp'] };
    expect(rows.get('Claude Code')).toBe('claude mcp add pennyrow -- pennyrow mcp');
    expect(rows.get('Codex')).toBe('codex mcp add pennyrow -- pennyrow mcp');
    expect(JSON.parse(rows.get('Claude Desktop') ?? '')).toEqual({ mcpServers: { pennyrow: command } });
    expect(JSON.parse(rows.get('Cursor') ?? '')).toEqual({ mcpServers: { pennyrow: command } });
    expect(JSON.parse(rows.get('VS Code') ?? '')).toEqual({ servers: { pennyrow: { type: 'stdio', ...command } } });
    const shown = snippets({ url: 'https://localhost:28400', caPath: '/ca.pem', token: 'pennyrow_…' });
    const textFor = (clientName: string): string => shown.find(({ name }) => name === clientName)?.text ?? '';
    expect(textFor('Codex')).toBe(rows.get('Codex'));
    expect(JSON.parse(textFor('Claude Desktop'))).toEqual(JSON.parse(rows.get('Claude Desktop') ?? ''));
  });
});
