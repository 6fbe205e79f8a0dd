import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewWebhook } from '../../src/contract/control/webhooks.ts';
import { eventSchema } from '../../src/contract/webhooks/events.ts';
import { pennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { hasProgram } from '../support/machine.ts';
import { eventually } from '../support/patience.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8');

function example(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(PAGE)?.[1] ?? '';
}

it('the message that the guide shows is one', () => {
  expect(eventSchema.parse(JSON.parse(example('json')))).toMatchObject({ type: 'transactions.added' });
});

describe.skipIf(!hasProgram('python3'))('the receiver of the guide', () => {
  /** The program as it stands in the text. */
  async function receiver(
    folder: string,
    secret: string,
    port: number,
  ): Promise<{ readonly lines: string[]; stop(): void }> {
    const path = join(folder, 'receiver.py');
    writeFileSync(path, example('python'));
    const child = spawn('python3', [path], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: string[] = [];
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(reader, 'line');
    return { lines, stop: () => void child.kill('SIGKILL') };
  }

  it('takes what is signed with its secret, by both secrets while one is replaced, and nothing else', async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const address = `http://127.0.0.1:${port}/`;
    const { secret } = (
      await pennyrow(folder, 'webhook', 'add', address, '--name', 'Ledger', '--json')
    ).json<NewWebhook>();
    const service = await startService(folder);
    const first = await receiver(folder, secret ?? '', port);
    await pennyrow(folder, 'import', statementFile(folder, ['Coffee']));
    await eventually(() =>
      expect(first.lines).toEqual([`Listening at ${address}`, 'transactions.added My money', 'run.finished My money']),
    );
    const rotated = (await pennyrow(folder, 'webhook', 'rotate', 'Ledger', '--json')).json<{ secret: string }>();
    expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).code).toBe(0);
    first.stop();
    const second = await receiver(folder, rotated.secret, port);
    expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).code).toBe(0);
    expect(second.lines.at(-1)).toBe('webhook.test My money');
    second.stop();
    await receiver(folder, `whsec_${Buffer.alloc(32).toString('base64')}`, port);
    expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).stderr).toContain('status 401');
    await service.stop();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
