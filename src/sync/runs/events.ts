import type { EventEmitter } from 'node:events';
import type { Report } from '../../messages/parameters.ts';
import type { Run, RunProgress } from '../../core/run.ts';

interface EventMap {
  run: [Run];
  progress: [RunProgress];
  mirror: [{ readonly accountId: string }];
  /** Emitted when the workbook cannot be used until the user acts. */
  workbook: [{ readonly accountId: string }];
  /** Emitted when a service is unreachable and will be retried. `notice` is the message for a waiting user. */
  waiting: [{ readonly notice: Report }];
  /** The state of a connection, or the list of files that wait for the user, has changed. */
  connections: [{ readonly accountId: string }];
}

/** Events only inform observers: the sync must work the same without listeners. */
export type SyncEvents = EventEmitter<EventMap>;
