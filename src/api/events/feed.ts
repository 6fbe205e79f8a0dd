import type { ServerResponse } from 'node:http';
import type { Reader as Store } from '../../store/database.ts';
import type { SyncEvents } from '../../sync/runs/events.ts';
import type { Sync } from '../../sync/create-sync.ts';
import type { Refusal } from '../answer.ts';
import {
  eventsSince,
  presentPosition,
  type AttentionNote,
  type Position,
  type PlacedEvent,
  formatPosition,
} from './events-since.ts';

export interface NewReader {
  readonly response: ServerResponse;
  readonly accountId: string;
  readonly from: Position | null;
  /** False after the token was revoked or expired. */
  readonly isAllowed: () => boolean;
}

export interface FeedOptions {
  readonly store: Store;
  readonly sync: Pick<Sync, 'freshen'>;
  readonly events: SyncEvents;
  readonly attention: (accountId: string) => Promise<readonly AttentionNote[]>;
  readonly report: (problem: unknown) => void;
  /** Calls `beat` repeatedly until the returned function is called. */
  readonly heart?: (beat: () => void) => () => void;
}

const BEAT_MS = 15_000;
/** Checks the workbook for changes with each fourth beat, once a minute, because spreadsheet services limit requests. */
const BEATS_TO_A_LOOK = 4;
const MOST_READERS = 16;

const TOO_MANY: Refusal = {
  status: 429,
  error: `This account has ${MOST_READERS} streams of events open already. Close one, or try again in 60 seconds.`,
  headers: { 'Retry-After': '60' },
};

export type EventFeed = ReturnType<typeof createEventFeed>;

export function createEventFeed({ store, sync, events, attention, report, heart = realHeart }: FeedOptions) {
  const readers = new Map<EventReader, () => boolean>();
  /** Accounts whose events are being sent; true if the account has changed since then, so that sending must be repeated. */
  const sending = new Map<string, boolean>();
  let stopHeart: (() => void) | null = null;
  let beats = 0;
  let isClosed = false;

  const readersOf = (accountId: string): EventReader[] =>
    [...readers.keys()].filter((reader) => reader.accountId === accountId);

  async function sendEvents(accountId: string): Promise<void> {
    if (readersOf(accountId).length === 0 || isClosed) return;
    if (sending.has(accountId)) {
      sending.set(accountId, true);
      return;
    }
    try {
      do {
        sending.set(accountId, false);
        const notes = await attention(accountId);
        for (const reader of readersOf(accountId)) catchUp(reader, notes);
      } while (sending.get(accountId) === true);
    } catch (thrown) {
      if (!isClosed) report(thrown);
      for (const reader of readersOf(accountId)) reader.end();
    } finally {
      sending.delete(accountId);
    }
  }

  function catchUp(reader: EventReader, notes: readonly AttentionNote[]): void {
    if (readers.get(reader)?.() !== true) {
      reader.end();
      return;
    }
    while (reader.isReady()) {
      const next = eventsSince(store, reader.accountId, reader.position(), notes);
      if (next.length === 0) return;
      for (const placed of next) {
        if (!reader.isReady()) return;
        reader.send(placed);
      }
    }
  }

  function beat(): void {
    beats += 1;
    for (const [reader, isAllowed] of readers) {
      if (isAllowed()) reader.beat();
      else reader.end();
    }
    if (beats % BEATS_TO_A_LOOK !== 0) return;
    for (const accountId of new Set([...readers.keys()].map((reader) => reader.accountId)))
      void sync.freshen(accountId).then(() => sendEvents(accountId), report);
  }

  const onRun: Parameters<typeof events.on<'run'>>[1] = ({ accountId, finishedAt }) => {
    if (finishedAt !== null) void sendEvents(accountId);
  };
  const onChange = ({ accountId }: { readonly accountId: string }): void => void sendEvents(accountId);
  events.on('run', onRun).on('mirror', onChange).on('workbook', onChange).on('connections', onChange);

  return {
    open: ({ response, accountId, from, isAllowed }: NewReader): Refusal | null => {
      if (readersOf(accountId).length >= MOST_READERS) return TOO_MANY;
      const position = from ?? presentPosition(store, accountId);
      const reader = createEventReader(response, accountId, position, () => void sendEvents(accountId));
      readers.set(reader, isAllowed);
      response.once('close', () => {
        readers.delete(reader);
        if (readers.size > 0) return;
        stopHeart?.();
        stopHeart = null;
      });
      stopHeart ??= heart(beat);
      void sendEvents(accountId);
      return null;
    },
    close: () => {
      isClosed = true;
      stopHeart?.();
      events.off('run', onRun).off('mirror', onChange).off('workbook', onChange).off('connections', onChange);
      for (const reader of readers.keys()) reader.end();
    },
  };
}

function realHeart(beat: () => void): () => void {
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const PATIENT_BEATS = 3;
const COME_BACK_AFTER_MS = 3000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export function sendEventHead(response: ServerResponse): void {
  response.writeHead(200, HEADERS);
}

type EventReader = ReturnType<typeof createEventReader>;

function createEventReader(response: ServerResponse, accountId: string, from: Position, onReady: () => void) {
  let position = from;
  let isBlocked = false;
  let missedBeats = 0;

  function write(text: string): void {
    if (response.write(text)) return;
    isBlocked = true;
    response.once('drain', () => {
      isBlocked = false;
      missedBeats = 0;
      onReady();
    });
  }

  sendEventHead(response);
  // A message without data is no event, but the client remembers its id and continues from there after a reconnect.
  write(`retry: ${COME_BACK_AFTER_MS}\nid: ${formatPosition(from)}\n\n`);

  return {
    accountId,
    position: () => position,
    isReady: () => !isBlocked && !response.destroyed && !response.writableEnded,
    send: ({ event, position: reached }: PlacedEvent) => {
      write(`id: ${formatPosition(reached)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      position = reached;
    },
    /** Sends a keep-alive. Disconnects a client that has not read anything for three beats. */
    beat: () => {
      if (!isBlocked) write(':\n\n');
      else if ((missedBeats += 1) >= PATIENT_BEATS) response.destroy();
    },
    end: () => response.end(),
  };
}
