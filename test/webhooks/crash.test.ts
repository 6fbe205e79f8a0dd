import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { NewWebhook } from '../../src/contract/control/webhooks.ts';
import { openDatabase } from '../../src/store/database.ts';
import { pennyrow, spawnPennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { signatureOf, webhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { eventually } from '../support/patience.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** PENNYROW_KILLS=500 for a long night. */
const KILLS = Number(process.env['PENNYROW_KILLS'] ?? 12);

/** Starts the built service and has a file imported, and kills the service that long after it serves. */
async function importAndKill(folder: string, file: string, afterMs: number): Promise<void> {
  const child = spawnPennyrow(folder, ['serve', '--port', '0']);
  const ended = once(child, 'close');
  await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const imported = pennyrow(folder, 'import', file);
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  // Where the service was gone before it was asked, the command does it itself.
  await Promise.all([ended, imported]);
}

/** The runs that have ended, by the database, in the order in which they did. */
function endedRuns(folder: string): string[] {
  const database = openDatabase(join(folder, 'pennyrow.db'), { readonly: true });
  try {
    return database
      .all<{ id: string }>('SELECT id FROM run WHERE finished_at IS NOT NULL ORDER BY finished_at, id')
      .map(({ id }) => id);
  } finally {
    database.close();
  }
}

function runsTold({ taken }: WebhookReceiver): string[] {
  return taken.flatMap(({ message }) => (message.type === 'run.finished' ? [message.data.id] : []));
}

describe('a service that is killed at any moment', () => {
  it('loses no event and keeps their order; what comes twice has the same id', { timeout: 900_000 }, async () => {
    const folder = temporaryFolder();
    const [quick, slow] = [await webhookReceiver(), await webhookReceiver()];
    const secrets: string[] = [];
    for (const { url } of [quick, slow])
      secrets.push(
        (await pennyrow(folder, 'webhook', 'add', url, '--name', url, '--json')).json<NewWebhook>().secret ?? '',
      );
    const random = seeded(7);
    // One of the two takes its time, so that kills find it in the midst of an attempt.
    slow.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), random() * 200);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const file = statementFile(folder, [`Shop ${kill}`], `${kill}.ofx`, `S${kill}-`);
      await importAndKill(folder, file, random() * 800);
    }
    slow.answer = 200;
    const service = await startService(folder);
    await eventually(() => {
      for (const receiver of [quick, slow]) expect(new Set(runsTold(receiver))).toEqual(new Set(endedRuns(folder)));
    });
    await service.stop();
    const runs = endedRuns(folder);
    expect(runs.length).toBeGreaterThan(KILLS / 4);
    for (const [place, receiver] of [quick, slow].entries()) {
      for (const received of receiver.received)
        expect(received.headers['webhook-signature']).toBe(signatureOf(secrets[place] ?? '', received));
      const ids = receiver.received.map(({ id }) => id);
      const first = [...new Set(ids)];
      // The same event, byte by byte, has the same id, and no two events share one.
      const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
      expect(receiver.received.every(({ id, body }) => bodies.get(id) === body)).toBe(true);
      expect(new Set(bodies.values()).size).toBe(first.length);
      // An attempt that comes again comes before all that happened later.
      const lastSeen = first.map((id) => ids.lastIndexOf(id));
      expect(lastSeen).toEqual(lastSeen.toSorted((a, b) => a - b));
    }
    expect(runsTold(quick).length).toBeGreaterThanOrEqual(runs.length);
  });
});
