import type { Report } from '../../messages/parameters.ts';

/** The result of inspecting a connection's access. */
export interface AccessView {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly (Report & { readonly severity: 'info' | 'warning' | 'problem' })[];
}
