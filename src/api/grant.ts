import type { Scope } from '../contract/v2/endpoints.ts';

/** Access that a valid token gives. */
export interface Grant {
  /** Null for a pass, which no list has. */
  readonly tokenId: string | null;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
}
