import { EventEmitter } from 'node:events';
import type { Report } from '../messages/parameters.ts';
import type { Run } from '../core/run.ts';

/** Stages of a run, in their order. */
export type Stage =
  | 'settling'
  | 'fetching'
  | 'reading'
  | 'planning'
  | 'recording'
  | 'writing'
  | 'confirming'
  | 'mirroring';

/** How far a running run is. */
export interface RunProgress {
  readonly runId: string;
  readonly accountId: string;
  readonly stage: Stage;
  /** The step within the stage, where it has named ones. */
  readonly step: string | null;
  readonly done: number;
  /** Null when nobody knows. */
  readonly total: number | null;
}

interface EventMap {
  /** A run was queued, has started or has ended. */
  run: [Run];
  progress: [RunProgress];
  /** The account's mirror has changed. */
  mirror: [{ readonly accountId: string }];
  /** The account's workbook cannot be used any more until a person does something. */
  workbook: [{ readonly accountId: string }];
  /** Something out of reach is asked again in a while; a sentence for anyone who waits. */
  waiting: [{ readonly notice: Report }];
  /** How a connection is, or which files of its folder wait for a person, has changed. */
  connections: [{ readonly accountId: string }];
}

/** Tells observers what happened; nobody may steer by it. */
export type SyncEvents = EventEmitter<EventMap>;

export function createSyncEvents(): SyncEvents {
  return new EventEmitter<EventMap>();
}
