import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { hostService } from '../../src/desktop/host/host-service.ts';
import { readConfig } from '../../src/platform/config.ts';

// Starts the thread's program of an archive as the desktop does, and asks for its page. Prints what came, as JSON.

const [archive = '', folder = ''] = process.argv.slice(2);
const key = randomBytes(32);
const service = await hostService(
  { ...readConfig({ dataDir: folder }), port: 0 },
  { vaultKey: { provideKey: async () => key }, startsAgain: async () => false, onSilence: async () => 'wait' },
  { program: join(archive, 'dist', 'service-worker.js') },
);
const { url } = (await service.control.call('service.dashboardLink', {}, new AbortController().signal, 'trusted')) as {
  readonly url: string;
};

async function fetched(path: string): Promise<string> {
  const [answer] = (await once(get(new URL(path, url), { ca: readFileSync(join(folder, 'ca.pem')) }), 'response')) as [
    IncomingMessage,
  ];
  return `${answer.statusCode} ${await text(answer)}`;
}

const page = await fetched('sign-in');
const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
const answers = await Promise.all(files.map(async (path) => [path, (await fetched(path)).slice(0, 3)]));
console.log(JSON.stringify({ page: page.slice(0, 20), answers: Object.fromEntries(answers) as object }));
await service.close();
