import type { Report } from '../../messages/parameters.ts';

/** What a look at a connection's access shows. */
export interface AccessView {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly (Report & { readonly severity: 'info' | 'warning' | 'problem' })[];
}
