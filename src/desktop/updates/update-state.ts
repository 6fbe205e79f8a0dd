import type { Report } from '../../messages/parameters.ts';
import type { NoUpdates } from './update-way.ts';

/** A version that is newer than this one, and what its makers say of it. */
export interface NewVersion {
  readonly version: string;
  /** Plain text; null when they say nothing. */
  readonly notes: string | null;
}

export type UpdateState =
  | { readonly kind: 'unsupported'; readonly reason: NoUpdates }
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | ({ readonly kind: 'available' } & NewVersion)
  /** `percent`: 0 to 100. */
  | ({ readonly kind: 'downloading'; readonly percent: number } & NewVersion)
  /** Downloaded and checked. `atQuit`: a person wants it installed when Pennyrow quits. */
  | ({ readonly kind: 'ready'; readonly atQuit: boolean } & NewVersion)
  | { readonly kind: 'failed'; readonly failure: Report };
