import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { StatementInspection } from '../../src/core/csv-mapping.ts';
import { hostService } from '../../src/desktop/host/host-service.ts';
import { readConfig } from '../../src/platform/config.ts';

// Starts the packaged service in a thread, requests its page and lets it read a large statement. Prints the answers as JSON.

export interface ArchivedService {
  readonly page: string;
  readonly answers: Readonly<Record<string, string>>;
  /** The number of transactions that the service found in the statement. */
  readonly transactions: number;
}

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

async function fetchText(path: string): Promise<string> {
  const [answer] = (await once(get(new URL(path, url), { ca: readFileSync(join(folder, 'ca.pem')) }), 'response')) as [
    IncomingMessage,
  ];
  return `${answer.statusCode} ${await text(answer)}`;
}

const page = await fetchText('sign-in');
const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
const answers = await Promise.all(files.map(async (path) => [path, (await fetchText(path)).slice(0, 3)]));

const path = join(folder, 'large.qif');
writeFileSync(path, `!Type:Bank\n${'D1/31/2026\nT-5.00\nPShop\n^\n'.repeat(10_000)}`);
const signal = new AbortController().signal;
const [account] = (await service.control.call('account.list', {}, signal, 'trusted')) as readonly {
  readonly id: string;
}[];
const { transactions } = (await service.control.call(
  'statement.inspect',
  { accountId: account?.id, path },
  signal,
  'trusted',
)) as StatementInspection;
console.log(
  JSON.stringify({
    page: page.slice(0, 20),
    answers: Object.fromEntries(answers) as Record<string, string>,
    transactions,
  } satisfies ArchivedService),
);
await service.close();
