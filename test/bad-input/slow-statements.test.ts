import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectSocket } from '../../src/control/socket/client.ts';
import { controlAddress } from '../../src/control/socket/address.ts';
import { pennyrow, startService } from '../cli/pennyrow.ts';
import { createClient } from '../support/api-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function numbers(rows: number): string {
  const cells = (row: number): string => Array.from({ length: 300 }, (_, column) => `,${(row * column) % 97}`).join('');
  return Array.from({ length: rows }, (_, row) => `2026-01-01${cells(row)}\n`).join('');
}

/** The built program takes at least a second to parse each of these files. */
const SLOW: readonly (readonly [name: string, transactions: number, text: string])[] = [
  ['numbers.csv', 0, numbers(400)],
  [
    'entries.sta',
    150_000,
    `:20:A\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C260101EUR0,00\n${':61:2601010101D1,00NMSCX\n'.repeat(150_000)}` +
      ':62F:D260101EUR150000,00\n-\n',
  ],
];

test('the service answers the API while it parses a slow statement file', async () => {
  const folder = temporaryFolder();
  const { token } = (await pennyrow(folder, 'token', 'create', '--name', 'Script', '--json')).json<{ token: string }>();
  const service = await startService(folder, '--json');
  const { url, ca } = JSON.parse(service.firstLine) as { readonly url: string; readonly ca: string };
  const api = createClient(url, readFileSync(ca, 'utf8'));
  const control = await connectSocket(controlAddress(folder));
  if (control === null) throw new Error('Nobody answers the socket.');
  const [account] = await control.call('account.list', {});

  // Not measured: the first request loads modules.
  await api('GET', '/api/v2/categories', { token });
  for (const [name, transactions, text] of SLOW) {
    const path = join(folder, name);
    writeFileSync(path, text);
    const inspection = { isOver: false, longestAnswer: 0 };
    const began = performance.now();
    const inspecting = control
      .call('statement.inspect', { accountId: account?.id ?? '', path })
      .finally(() => (inspection.isOver = true));
    while (!inspection.isOver) {
      const startMs = performance.now();
      expect((await api('GET', '/api/v2/categories', { token })).status).toBe(200);
      inspection.longestAnswer = Math.max(inspection.longestAnswer, performance.now() - startMs);
      // Without a pause, the requests would take more CPU time than the parser.
      await pause(20);
    }
    // A service with a single thread would answer only one request, after parsing. The check is relative, because
    // machines differ.
    const share = inspection.longestAnswer / (performance.now() - began);
    expect({ name, isAnswering: share < 0.5, share }).toMatchObject({ name, isAnswering: true });
    expect(await inspecting).toMatchObject({ name, transactions });
  }
  expect(await service.stop()).toBe(0);
});
