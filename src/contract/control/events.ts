import type { Report } from '../../messages/parameters.ts';
import type { Run } from '../../core/run.ts';
import type { ProgressView } from './runs.ts';

export type ControlEvent =
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'progress'; readonly progress: ProgressView }
  | { readonly type: 'mirror'; readonly accountId: string }
  /** A retry is pending; the notice is in English. */
  | { readonly type: 'waiting'; readonly notice: Report }
  /** The user or a script changed these; a page that shows them must reload. */
  | { readonly type: 'changed'; readonly what: Changed; readonly accountId: string | null };

export const CHANGES = [
  'accounts',
  'tokens',
  'connections',
  'workbook',
  'schedule',
  'settings',
  'deleted',
  'runs',
  'mappings',
  'sessions',
  'webhooks',
  'agents',
] as const;

/** `desktop` is only sent to the desktop app's own window. */
export type Changed = (typeof CHANGES)[number] | 'desktop';
