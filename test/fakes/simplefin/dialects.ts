import type { Shape } from './bank.ts';

/** How a server understands the parameter `version`. */
export type Dialect =
  /** Version 1, and knows no such parameter: as servers of the first days that take nothing for granted. */
  | 'version 1, strict'
  /** Version 1, and overlooks what it does not know. */
  | 'version 1'
  /** Both, and the newer one where nobody says which. */
  | 'both'
  /** Version 2, whatever is asked for. */
  | 'version 2'
  /** Both, the older one where nobody says which, and `/info` knows of the older one alone: the public Bridge. */
  | 'bridge'
  /** The words of both at once, whatever is asked for. */
  | 'mixed';

const PARAMETERS = new Set(['start-date', 'end-date', 'pending', 'account', 'balances-only']);

export function dialectOf(versions: readonly string[], isMixed: boolean): Dialect {
  if (isMixed) return 'mixed';
  return versions.includes('2') ? 'both' : 'version 1, strict';
}

/** The form of the answer, or why there is none. */
export function answerDialect(
  dialect: Dialect,
  parameters: URLSearchParams,
): { readonly shape: Shape } | { readonly refusal: string } {
  const known = (name: string): boolean =>
    PARAMETERS.has(name) || (name === 'version' && dialect !== 'version 1, strict');
  const unknown = [...parameters.keys()].find(
    (name) => !known(name) || (name !== 'account' && parameters.getAll(name).length > 1),
  );
  if (unknown !== undefined) return { refusal: `Unknown parameter ${unknown}` };
  const wanted = parameters.get('version');
  if (wanted !== null && wanted !== '1' && wanted !== '2') return { refusal: 'No such version' };
  switch (dialect) {
    case 'version 1, strict':
    case 'version 1':
      return { shape: 1 };
    case 'both':
      return { shape: wanted === '1' ? 1 : 2 };
    case 'bridge':
      return { shape: wanted === '2' ? 'bridge' : 1 };
    case 'version 2':
      return { shape: 2 };
    case 'mixed':
      return { shape: 'both' };
  }
}
