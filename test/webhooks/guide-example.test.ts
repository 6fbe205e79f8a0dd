import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewWebhook } from '../../src/contract/control/webhooks.ts';
import { eventSchema } from '../../src/contract/webhooks/events.ts';
import { EVENT_TYPES } from '../../src/contract/webhooks/names.ts';
import { post } from '../../src/webhooks/post.ts';
import { newSigningSecret, signedHeaders } from '../../src/webhooks/secrets.ts';
import { pennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { hasProgram } from '../support/machine.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { EVENTS } from '../support/webhook-messages.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8');

/** The code blocks of the guide in the given language, in order. */
function examples(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
}

const [MESSAGE = ''] = examples('json');
const [PLAIN = '', WITH_LIBRARY = ''] = examples('python');

it('the example message in the guide matches the schema of events', () => {
  expect(eventSchema.parse(JSON.parse(MESSAGE))).toMatchObject({ type: 'transactions.added' });
});

/** True if the Python package standardwebhooks is installed. */
const hasLibrary = spawnSync('python3', ['-c', 'import standardwebhooks'], { stdio: 'ignore' }).status === 0;

/** Starts a receiver with the unchanged code from the guide. */
async function receiver(
  program: string,
  { folder, secret, port }: { readonly folder: string; readonly secret: string; readonly port: number },
): Promise<{ readonly lines: string[]; stop(): void }> {
  const path = join(folder, 'receiver.py');
  writeFileSync(path, program);
  const child = spawn('python3', [path], {
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  return { lines, stop: () => void child.kill('SIGKILL') };
}

describe.each([
  { name: 'without a library', program: PLAIN, isThere: hasProgram('python3') },
  { name: 'with the library standardwebhooks for Python', program: WITH_LIBRARY, isThere: hasLibrary },
])('the receiver $name in the guide', ({ program, isThere }) => {
  it.runIf(isThere)(
    'accepts only messages that are signed with its secret, or with the old or the new one while it is replaced',
    async () => {
      const folder = temporaryFolder();
      const port = await freePort();
      const address = `http://127.0.0.1:${port}/`;
      const { secret } = (
        await pennyrow(folder, 'webhook', 'add', address, '--name', 'Ledger', '--json')
      ).json<NewWebhook>();
      const service = await startService(folder);
      const first = await receiver(program, { folder, secret: secret ?? '', port });
      await pennyrow(folder, 'import', statementFile(folder, ['Coffee']));
      await eventually(() =>
        expect(first.lines).toEqual([
          `Listening at ${address}`,
          'transactions.added My money',
          'run.finished My money',
        ]),
      );
      const rotated = (await pennyrow(folder, 'webhook', 'rotate', 'Ledger', '--json')).json<{ secret: string }>();
      expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).code).toBe(0);
      first.stop();
      const second = await receiver(program, { folder, secret: rotated.secret, port });
      expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).code).toBe(0);
      expect(second.lines.at(-1)).toBe('webhook.test My money');
      second.stop();
      await receiver(program, { folder, secret: `whsec_${Buffer.alloc(32).toString('base64')}`, port });
      expect((await pennyrow(folder, 'webhook', 'test', 'Ledger')).stderr).toContain('status 401');
      await service.stop();
    },
  );

  it.runIf(isThere)('accepts every shape of event, with the old secret and with the new one', async () => {
    const [before, now] = [newSigningSecret(), newSigningSecret()];
    const keys = [
      { secret: now, untilMs: null },
      { secret: before, untilMs: Date.now() + 3_600_000 },
    ];
    for (const secret of [before, now]) {
      const port = await freePort();
      const { lines, stop } = await receiver(program, { folder: temporaryFolder(), secret, port });
      const address = `http://127.0.0.1:${port}/`;
      const target = { url: new URL(address), allowsPrivate: false };
      for (const [place, event] of EVENTS.entries()) {
        const body = JSON.stringify(event);
        const headers = signedHeaders({ address, keys }, { id: `msg_${place}`, body, nowMs: Date.now() });
        const { signal } = new AbortController();
        expect(await post(target, { headers, body }, { signal })).toMatchObject({ status: 204 });
        // Sends a body that does not match the signature.
        expect(await post(target, { headers, body: `${body} ` }, { signal })).toMatchObject({ status: 401 });
        // Sends messages with a time that is ten minutes in the past or future.
        for (const off of [-10 * 60_000, 10 * 60_000]) {
          const stale = signedHeaders({ address, keys }, { id: `msg_${place}`, body, nowMs: Date.now() + off });
          expect(await post(target, { headers: stale, body }, { signal })).toMatchObject({ status: 401 });
        }
      }
      await eventually(() =>
        expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([...EVENT_TYPES, 'webhook.test']),
      );
      stop();
    }
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
