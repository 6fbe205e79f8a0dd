import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { EventMessage } from '../../src/contract/webhooks/events.ts';
import type { NewWebhook } from '../../src/contract/control/webhooks.ts';
import { openDataFolder } from '../../src/platform/data-folder.ts';
import { openDatabase } from '../../src/store/database.ts';
import { pennyrow, spawnPennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { signatureOf, webhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { eventually } from '../support/eventually.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { caseCount, IS_WHOLE } from '../support/cases.ts';

/** The number of kills, numbered from 0. Kill 3 is the first one with a missing workbook, so only longer runs include it. */
const KILLS = caseCount(IS_WHOLE ? 60 : 3);

/** Starts the built service, runs a command against it, and kills the service `afterMs` milliseconds after it is ready. */
async function doAndKill(folder: string, command: readonly string[], afterMs: number): Promise<void> {
  const child = spawnPennyrow(folder, ['serve', '--port', '0']);
  const ended = once(child, 'close');
  await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const done = pennyrow(folder, ...command);
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  // Also waits for the command, which uses the data folder directly if there is no service.
  await Promise.all([ended, done]);
}

interface EndedRun {
  readonly id: string;
  readonly kind: string;
  readonly added: number;
  readonly removed: number;
}

/** The ended runs in the database, in the order of their ends. */
function endedRuns(folder: string): EndedRun[] {
  const database = openDatabase(join(folder, 'pennyrow.db'), { readonly: true });
  try {
    return database.all<EndedRun>(
      `SELECT id, kind,
           iif(status IN ('succeeded', 'partial'), counts ->> 'added', 0) AS added,
           iif(status IN ('succeeded', 'partial'), counts ->> 'removed', 0) AS removed
         FROM run WHERE finished_at IS NOT NULL ORDER BY finished_at, id`,
    );
  } finally {
    database.close();
  }
}

/** The expected events of a run: first those about transactions, then `run.finished`. */
function expectedOf({ id, added, removed }: EndedRun): string[] {
  return [
    ...(added > 0 ? [`transactions.added ${id}`] : []),
    ...(removed > 0 ? [`transactions.removed ${id}`] : []),
    `run.finished ${id}`,
  ];
}

/** The accepted events without repetitions, in the order of their first delivery. */
function eventsOf({ accepted }: WebhookReceiver): EventMessage[] {
  return [...new Map(accepted.map(({ id, message }) => [id, message])).values()];
}

function reportedRuns(receiver: WebhookReceiver): string[] {
  return eventsOf(receiver).flatMap(({ type, data }) =>
    type === 'run.finished' ? [`${type} ${data.id}`] : 'run_id' in data ? [`${type} ${data.run_id}`] : [],
  );
}

/** The types of the events of each problem, in order. */
function needEvents(receiver: WebhookReceiver): Map<string, string[]> {
  const attention = eventsOf(receiver).flatMap(({ type, data }) =>
    type === 'attention.needed' || type === 'attention.resolved' ? [{ type, key: data.key }] : [],
  );
  return new Map([...Map.groupBy(attention, ({ key }) => key)].map(([key, of]) => [key, of.map(({ type }) => type)]));
}

describe('a service that is killed at any moment', () => {
  it('sends all events in order, and repeats an event only with the same id', { timeout: 900_000 }, async () => {
    const folder = temporaryFolder();
    const [quick, slow] = [await webhookReceiver(), await webhookReceiver()];
    const secrets: string[] = [];
    for (const { url } of [quick, slow])
      secrets.push(
        (await pennyrow(folder, 'webhook', 'add', url, '--name', url, '--json')).json<NewWebhook>().secret ?? '',
      );
    const workbook = openDataFolder(folder).defaultWorkbook;
    await pennyrow(folder, 'import', statementFile(folder, ['First']));
    const random = seeded(7);
    // Delays the response, so that some kills interrupt a delivery.
    slow.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), random() * 200);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const file = statementFile(folder, [`Shop ${kill}`], `${kill}.ofx`, `S${kill}-`);
      const last = endedRuns(folder).findLast(({ kind, added }) => kind === 'import' && added > 0);
      // Each third command is an undo. During each fourth command, the workbook is missing, which causes a problem.
      const command = kill % 3 === 2 && last !== undefined ? ['undo', last.id] : ['import', file];
      if (kill % 4 === 3) renameSync(workbook, `${workbook}.away`);
      await doAndKill(folder, command, random() * 800);
      if (kill % 4 === 3) renameSync(`${workbook}.away`, workbook);
    }
    slow.answer = 200;
    const service = await startService(folder);
    await eventually(() => {
      const expected = endedRuns(folder).flatMap(expectedOf);
      for (const receiver of [quick, slow]) expect(reportedRuns(receiver)).toEqual(expected);
      // The events of each problem alternate, because the workbook was restored after each kill.
      for (const receiver of [quick, slow])
        for (const [key, types] of needEvents(receiver))
          expect({ key, types }).toEqual({
            key,
            types: types.map((_, place) => (place % 2 === 0 ? 'attention.needed' : 'attention.resolved')),
          });
    });
    await service.stop();
    const runs = endedRuns(folder);
    expect(runs.length).toBeGreaterThan(KILLS / 4);
    for (const [place, receiver] of [quick, slow].entries()) {
      for (const received of receiver.received)
        expect(received.headers['webhook-signature']).toBe(signatureOf(secrets[place] ?? '', received));
      const ids = receiver.received.map(({ id }) => id);
      const first = [...new Set(ids)];
      // All deliveries with the same id have the same bytes, and different events have different ids.
      const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
      expect(receiver.received.every(({ id, body }) => bodies.get(id) === body)).toBe(true);
      expect(new Set(bodies.values()).size).toBe(first.length);
      // An event is not repeated after a later event was sent.
      const lastSeen = first.map((id) => ids.lastIndexOf(id));
      expect(lastSeen).toEqual(lastSeen.toSorted((a, b) => a - b));
    }
    expect(reportedRuns(quick).length).toBeGreaterThanOrEqual(runs.length);
  });
});
