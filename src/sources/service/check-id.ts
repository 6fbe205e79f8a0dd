import { oneLine } from '../../core/one-line.ts';

/** What is wrong with an id that each transaction of a service should have; null for a good one. */
export function problemOfId(id: string | null): { readonly problem: 'badId' | 'noId' } | null {
  if (id === null) return { problem: 'noId' };
  return oneLine(id) === id ? null : { problem: 'badId' };
}
