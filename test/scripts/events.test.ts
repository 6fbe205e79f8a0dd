import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { NewToken } from '../../src/contract/control/tokens.ts';
import { openEventStream, type EventStream } from '../support/event-stream.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, spawnPennyrow, startService, statementFile, type StartedService } from '../cli/pennyrow.ts';

interface Ready {
  readonly service: StartedService;
  readonly url: string;
  readonly ca: Buffer;
}

async function start(folder: string): Promise<Ready> {
  const service = await startService(folder, '--json');
  const { url, ca } = JSON.parse(service.firstLine) as { url: string; ca: string };
  return { service, url, ca: readFileSync(ca) };
}

const receivedEvents = ({ events }: EventStream): unknown[] =>
  events.map(({ type, data }) => (type === 'run.finished' ? (data['run'] as { added: number }).added : type));

test('events continue after a restart, including those that occurred while the service was stopped', async () => {
  const folder = temporaryFolder();
  const first = await start(folder);
  const { token } = (await pennyrow(folder, 'token', 'create', '--name', 'events', '--json')).json<NewToken>();
  const stream = await openEventStream({ ...first, token });
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer'], 'one.ofx', 'A'));
  await expect.poll(() => receivedEvents(stream)).toEqual(expect.arrayContaining([1, 'transactions.changed']));
  expect(await first.service.stop()).toBe(0);
  await stream.ended;

  const missed = statementFile(folder, ['Corner Café', 'Baker'], 'two.ofx', 'B');
  expect((await pennyrow(folder, 'import', missed)).code).toBe(0);
  const second = await start(folder);
  const again = await openEventStream({ ...second, token, lastEventId: stream.lastId() });
  await expect.poll(() => receivedEvents(again)).toEqual([2, 'transactions.changed']);

  // A killed service cannot close the stream; the client can continue it nevertheless.
  await second.service.stop('SIGKILL');
  const third = await start(folder);
  const last = await openEventStream({ ...third, token, lastEventId: again.lastId() });
  await pennyrow(folder, 'undo', '--last');
  await expect.poll(() => receivedEvents(last)).toEqual(expect.arrayContaining([0, 'transactions.changed']));
  expect(last.events.find(({ type }) => type === 'run.finished')?.data).toMatchObject({
    run: { kind: 'undo', removed: 2 },
  });
});

test('pennyrow api streams events to a pipe, and the service can still exit in time', async () => {
  const folder = temporaryFolder();
  const { service } = await start(folder);
  const child = spawnPennyrow(folder, ['api', '/events']);
  const closed = once(child, 'close');
  const lines: string[] = [];
  const input = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(input, 'line');
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer']));
  await expect.poll(() => lines).toContain('event: run.finished');
  expect(await service.stop()).toBe(0);
  expect((await closed)[0]).toBe(0);
});
