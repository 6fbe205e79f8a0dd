import type { Report } from '../../messages/parameters.ts';
import type { Run } from '../../core/run.ts';
import type { ProgressView } from './runs.ts';

/** Events for every open window and a waiting command line. */
export type ControlEvent =
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'progress'; readonly progress: ProgressView }
  | { readonly type: 'mirror'; readonly accountId: string }
  /** Something out of reach is asked again in a while; a sentence for anyone who waits, in English. */
  | { readonly type: 'waiting'; readonly notice: Report }
  /** A person or a script changed these; anyone who shows them asks again. */
  | { readonly type: 'changed'; readonly what: Changed; readonly accountId: string | null };

export type Changed =
  | 'accounts'
  | 'tokens'
  | 'connections'
  | 'workbook'
  | 'schedule'
  | 'settings'
  | 'deleted'
  | 'runs'
  | 'mappings'
  | 'sessions'
  | 'webhooks'
  | 'agents'
  /** Told by the desktop app itself, to its own window only. */
  | 'desktop';
