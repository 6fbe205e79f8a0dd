import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEventFeed } from '../../src/api/events/feed.ts';
import { parsePosition } from '../../src/api/events/events-since.ts';
import { apiEvent, eventSchema } from '../../src/contract/v2/extensions.ts';
import type { Instant } from '../../src/core/calendar-date.ts';
import { NO_COUNTS, type RunMessage } from '../../src/core/run.ts';
import { addRun, findRun, finishRun, startRun } from '../../src/store/runs.ts';
import { revokeToken } from '../../src/store/tokens.ts';
import { parseToken } from '../../src/platform/api-token.ts';
import { apiService, type ApiService } from '../support/api-service.ts';
import { openEventStream, type EventStream } from '../support/event-stream.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z' as Instant;

function queue({ store }: ApiService, id: string, accountId = 'home'): void {
  addRun(store, { id, accountId, kind: 'sync', trigger: 'schedule', queuedAt: LONG_AGO, undoes: null });
}

function finish({ store, events }: ApiService, id: string, messages: readonly RunMessage[] = []): void {
  startRun(store, id, LONG_AGO);
  finishRun(store, id, LONG_AGO, { status: 'succeeded', counts: { ...NO_COUNTS, added: 2 }, messages });
  const run = findRun(store, id);
  if (run !== null) events.emit('run', run);
}

function run(service: ApiService, id: string, messages: readonly RunMessage[] = []): void {
  queue(service, id);
  finish(service, id, messages);
}

function open(service: ApiService, more: { lastEventId?: string; isPaused?: boolean } = {}): Promise<EventStream> {
  return openEventStream({ ...service, token: service.token(['read']), ...more });
}

const eventLines = ({ events }: EventStream): string[] =>
  events.map(({ type, data }) => {
    expect(apiEvent.safeParse(data).success).toBe(true);
    expect(data['type']).toBe(type);
    return type === 'run.finished' ? `${type} ${(data['run'] as { id: string }).id}` : type;
  });

describe('GET /api/v2/events', () => {
  it('sends every event that occurs while the stream is open, with its id, and no earlier events', async () => {
    const service = await apiService();
    run(service, 'before');
    const stream = await open(service);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
    run(service, 'first', [
      { severity: 'warning', code: 'source_limit', message: 'Days were left out.', remedy: '', connectionId: null },
    ]);
    service.show({ categories: ['Rent'] });
    service.events.emit('mirror', { accountId: 'home' });
    await expect.poll(() => eventLines(stream)).toEqual(['run.finished first', 'transactions.changed']);
    expect(stream.events[0]?.data).toMatchObject({
      run: { status: 'succeeded', trigger: 'schedule', added: 2, messages: [{ code: 'source_limit' }] },
    });
    expect(new Set(stream.events.map(({ id }) => id)).size).toBe(2);
  });

  it('sends the current problems first, then each change of them, unless only the wording changes', async () => {
    const service = await apiService();
    const note = { about: 'connection' as const, code: 'source_refused', message: 'In 5 minutes.', remedy: null };
    service.notes = [note];
    const stream = await open(service);
    await expect.poll(() => eventLines(stream)).toEqual(['attention']);
    service.notes = [{ ...note, message: 'In 4 minutes.' }];
    run(service, 'run1');
    await expect.poll(() => eventLines(stream)).toEqual(['attention', 'run.finished run1']);
    service.notes = [];
    service.events.emit('connections', { accountId: 'home' });
    await expect.poll(() => eventLines(stream)).toEqual(['attention', 'run.finished run1', 'attention']);
    expect(stream.events.at(-1)?.data).toEqual({ type: 'attention', notes: [] });
  });

  it('resumes after the id that a client sends: each event once, in order, even if the clock was set back', async () => {
    const service = await apiService();
    const stream = await open(service);
    await expect.poll(() => stream.lastId()).not.toBe('');
    const from = stream.lastId();
    stream.close();
    service.show({ categories: ['Rent'] });
    const ids = Array.from({ length: 250 }, (_, number) => `run${number}`);
    for (const id of ids) run(service, id);
    const again = await open(service, { lastEventId: from });
    await expect.poll(() => eventLines(again).length).toBe(251);
    const runs = eventLines(again).filter((line) => line !== 'transactions.changed');
    expect(runs).toEqual(ids.map((id) => `run.finished ${id}`));

    const middle = again.events.find(({ data }) => (data['run'] as { id?: string } | undefined)?.id === 'run99');
    const once = await open(service, { lastEventId: middle?.id ?? '' });
    await expect.poll(() => eventLines(once).length).toBe(151);
    expect(eventLines(once)[0]).toBe('run.finished run100');
    const nothing = await open(service, { lastEventId: again.lastId() });
    await expect.poll(() => nothing.text()).toContain('id: ');
    run(service, 'last');
    await expect.poll(() => eventLines(nothing)).toEqual(['run.finished last']);
  });

  it('sends run.finished in the order in which the runs were queued', async () => {
    const service = await apiService();
    const stream = await open(service);
    queue(service, 'slow');
    run(service, 'quick');
    finish(service, 'slow');
    await expect.poll(() => eventLines(stream)).toEqual(['run.finished slow', 'run.finished quick']);
  });

  it('sends transactions.changed to a client whose last event id is from a lost database', async () => {
    const service = await apiService();
    run(service, 'known');
    const stream = await open(service, { lastEventId: 'run_of_another:mi8x2k1c:-' });
    await expect.poll(() => eventLines(stream)).toEqual(['transactions.changed']);
    run(service, 'next');
    await expect.poll(() => eventLines(stream)).toEqual(['transactions.changed', 'run.finished next']);
  });

  it('sends each account only its own events', async () => {
    const service = await apiService();
    service.account({ id: 'club', name: 'Club' });
    const stream = await open(service);
    queue(service, 'theirs', 'club');
    finish(service, 'theirs');
    run(service, 'ours');
    await expect.poll(() => eventLines(stream)).toEqual(['run.finished ours']);
  });

  it('requires a token with the scope read, and a valid Last-Event-ID', async () => {
    const service = await apiService();
    const { call, token } = service;
    expect(await call('GET', '/api/v2/events')).toMatchObject({ status: 401 });
    expect(await call('GET', '/api/v2/events', { token: token(['write']) })).toMatchObject({ status: 403 });
    const headers = { 'last-event-id': '17' };
    expect(await call('GET', '/api/v2/events', { token: token(['read']), headers })).toMatchObject({ status: 400 });
    expect(await call('POST', '/api/v2/events', { token: token(['read']) })).toMatchObject({ status: 405 });
    const head = await openEventStream({ ...service, token: token(['read']), method: 'HEAD' });
    expect(head.headers['content-type']).toContain('text/event-stream');
    await head.ended;
  });

  it('ends when its token is revoked', async () => {
    const service = await apiService();
    const token = service.token(['read']);
    const stream = await openEventStream({ ...service, token });
    service.beat();
    await expect.poll(() => stream.text()).toContain('\n\n:\n\n');
    revokeToken(service.store, parseToken(token)?.id ?? '', LONG_AGO);
    run(service, 'after');
    await stream.ended;
    expect(eventLines(stream)).toEqual([]);
  });

  it('checks the workbook regularly, so that a user’s edits are sent without any other request', async () => {
    const service = await apiService();
    const stream = await open(service);
    service.sync.onFreshen = () => service.show({ categories: ['Typed by hand'] });
    for (let beat = 1; beat <= 3; beat += 1) service.beat();
    expect(eventLines(stream)).toEqual([]);
    service.beat();
    await expect.poll(() => eventLines(stream)).toEqual(['transactions.changed']);
  });

  it('waits for a slow client without buffering for it, and disconnects a client that reads nothing', async () => {
    const service = await apiService();
    const text = 'x'.repeat(20_000);
    const messages = [{ severity: 'info' as const, code: 'a', message: text, remedy: null, connectionId: null }];
    for (let number = 0; number < 600; number += 1) {
      queue(service, `run${number}`);
      startRun(service.store, `run${number}`, LONG_AGO);
      finishRun(service.store, `run${number}`, LONG_AGO, { status: 'succeeded', counts: NO_COUNTS, messages });
    }
    const slow = await open(service, { lastEventId: '-:-:-', isPaused: true });
    const quick = await open(service);
    run(service, 'last');
    await expect.poll(() => eventLines(quick)).toEqual(['run.finished last']);
    for (let beat = 1; beat <= 3; beat += 1) service.beat();
    slow.incoming.resume();
    await slow.ended;
    expect(slow.incoming.complete).toBe(false);
    run(service, 'later');
    await expect.poll(() => eventLines(quick)).toEqual(['run.finished last', 'run.finished later']);
    expect(service.reported).toEqual([]);
  });

  it('buffers a bounded amount for a client that reads nothing, for any number of events', async () => {
    const service = await apiService();
    const text = 'x'.repeat(20_000);
    const messages = [{ severity: 'info' as const, code: 'a', message: text, remedy: null, connectionId: null }];
    for (let number = 0; number < 50; number += 1) run(service, `run${number}`, messages);
    const feed = createEventFeed({
      ...service,
      attention: async () => [],
      report: (problem) => service.reported.push(problem),
      heart: () => () => undefined,
    });
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    feed.open({ response, accountId: 'home', from: parsePosition('-:-:-'), isAllowed: () => true });
    await expect.poll(() => response.writableLength).toBeGreaterThan(text.length);
    for (let number = 50; number < 60; number += 1) run(service, `run${number}`, messages);
    expect(response.writableLength).toBeLessThan(response.writableHighWaterMark + 2 * text.length);
    feed.close();
  });

  it('limits the open streams of an account', async () => {
    const service = await apiService();
    for (let number = 1; number <= 16; number += 1) await open(service);
    const token = service.token(['read']);
    const refused = await service.call('GET', '/api/v2/events', { token });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  });
});

it('the JSON Schema in docs matches the events; `npx vitest run -u` on this file updates it', async () => {
  await expect(`${JSON.stringify(eventSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../docs/api-events-v2.schema.json'),
  );
});
