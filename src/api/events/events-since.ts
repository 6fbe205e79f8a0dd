import { hash } from 'node:crypto';
import { MOST_MESSAGES, type ApiEvent } from '../../contract/v2/extensions.ts';
import type { Run } from '../../core/run.ts';
import type { Reader } from '../../store/database.ts';
import { findLastEndedRun, listRunsEndedAfter } from '../../store/runs.ts';
import { findMirrorState } from '../../store/mirror.ts';

export type AttentionNote = Extract<ApiEvent, { type: 'attention' }>['notes'][number];

export interface PlacedEvent {
  readonly event: ApiEvent;
  readonly position: Position;
}

export function presentPosition(store: Reader, accountId: string): Position {
  return {
    run: findLastEndedRun(store, accountId),
    mirror: findMirrorState(store, accountId)?.version ?? null,
    attention: null,
  };
}

/** Returns the events after `from` in order, at most one page of runs. */
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
  if (runs === null) position = { ...position, run: findLastEndedRun(store, accountId), mirror: null };
  for (const run of runs ?? []) add({ type: 'run.finished', run: toWire(run) }, { run: run.id });

  const mirror = findMirrorState(store, accountId);
  if (mirror !== null && mirror.version !== position.mirror)
    add({ type: 'transactions.changed', as_of: mirror.verifiedAt }, { mirror: mirror.version });

  const attention = digestOf(notes);
  if (attention !== position.attention) add({ type: 'attention', notes: [...notes] }, { attention });
  return placed;
}

/** Omits the texts of notes, because they contain times and counts that change although the problem is the same. */
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

/** The last events that a client has received, encoded in event ids. Contains only stored data, so it survives restarts. */
export interface Position {
  readonly run: string | null;
  readonly mirror: number | null;
  /** The digest of the notes that the client has received. */
  readonly attention: string | null;
}

const SHAPE = /^(-|\w{1,64}):(-|[0-9a-z]{1,11}):(-|[0-9a-f]{12})$/;

export function formatPosition({ run, mirror, attention }: Position): string {
  return `${run ?? '-'}:${mirror?.toString(36) ?? '-'}:${attention ?? '-'}`;
}

export function parsePosition(text: string): Position | null {
  const [, run, mirror, attention] = SHAPE.exec(text) ?? [];
  if (run === undefined || mirror === undefined || attention === undefined) return null;
  return {
    run: run === '-' ? null : run,
    mirror: mirror === '-' ? null : Number.parseInt(mirror, 36),
    attention: attention === '-' ? null : attention,
  };
}
