import type { Report } from '../../messages/parameters.ts';
import type { Run } from '../../core/run.ts';
import type { ProgressView } from './runs.ts';

export type ControlEvent =
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'progress'; readonly progress: ProgressView }
  | { readonly type: 'mirror'; readonly accountId: string }
  /** Pennyrow waits before a retry. */
  | { readonly type: 'waiting'; readonly notice: Report }
  /** The user or a script changed data of this type; a page that shows such data must reload it. */
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

/** `desktop`: settings of the desktop app. Only the app's own window receives it. */
export type Changed = (typeof CHANGES)[number] | 'desktop';
