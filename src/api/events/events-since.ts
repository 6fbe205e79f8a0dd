import { hash } from 'node:crypto';
import { MOST_MESSAGES, type ApiEvent } from '../../contract/v2/events.ts';
import type { Run } from '../../core/run.ts';
import type { Reader } from '../../store/database.ts';
import { findLastEndedRun, listRunsEndedAfter } from '../../store/runs.ts';
import { findMirrorState } from '../../store/mirror.ts';
import type { Position } from './position.ts';

export type AttentionNote = Extract<ApiEvent, { type: 'attention' }>['notes'][number];

export interface PlacedEvent {
  readonly event: ApiEvent;
  /** The position of a reader that has received it. */
  readonly position: Position;
}

/** The position of a reader without an id: it receives the items that need attention, then new events. */
export function presentPosition(store: Reader, accountId: string): Position {
  return {
    run: findLastEndedRun(store, accountId),
    mirror: findMirrorState(store, accountId)?.version ?? null,
    attention: null,
  };
}

/** The events after a position, in order; of runs one page at a time. Only positions are kept for readers. */
export function eventsSince(
  store: Reader,
  accountId: string,
  from: Position,
  notes: readonly AttentionNote[],
): PlacedEvent[] {
  let position = from;
  const placed: PlacedEvent[] = [];
  const add = (event: ApiEvent, moved: Partial<Position>): void => {
    position = { ...position, ...moved };
    placed.push({ event, position });
  };

  const runs = listRunsEndedAfter(store, accountId, position.run);
  // Another history than the reader's: it is told that the transactions changed, and of runs from now on.
  if (runs === null) position = { ...position, run: findLastEndedRun(store, accountId), mirror: null };
  for (const run of runs ?? []) add({ type: 'run.finished', run: toWire(run) }, { run: run.id });

  const mirror = findMirrorState(store, accountId);
  if (mirror !== null && mirror.version !== position.mirror)
    add({ type: 'transactions.changed', as_of: mirror.verifiedAt }, { mirror: mirror.version });

  const attention = digestOf(notes);
  if (attention !== position.attention) add({ type: 'attention', notes: [...notes] }, { attention });
  return placed;
}

/** By what is wrong and not by its words, which also tell times and count days. */
function digestOf(notes: readonly AttentionNote[]): string | null {
  if (notes.length === 0) return null;
  return hash('sha256', JSON.stringify(notes.map(({ about, code }) => [about, code]))).slice(0, 12);
}

function toWire(run: Run): Extract<ApiEvent, { type: 'run.finished' }>['run'] {
  const { added, updated, removed } = run.counts;
  return {
    id: run.id,
    kind: run.kind,
    trigger: run.trigger,
    status: run.status as 'succeeded',
    queued_at: run.queuedAt,
    started_at: run.startedAt,
    finished_at: run.finishedAt ?? run.queuedAt,
    added,
    updated,
    removed,
    messages: run.messages
      .slice(0, MOST_MESSAGES)
      .map(({ severity, code, message, remedy }) => ({ severity, code, message, remedy })),
  };
}
