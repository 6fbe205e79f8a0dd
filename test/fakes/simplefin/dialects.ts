import type { Shape } from './bank.ts';

/** How a server interprets the parameter `version`. */
export type Dialect =
  /** Version 1 only; rejects unknown parameters, including `version`. */
  | 'version 1, strict'
  /** Version 1 only; ignores unknown parameters. */
  | 'version 1'
  /** Both; version 2 by default. */
  | 'both'
  /** Always version 2. */
  | 'version 2'
  /** Both, version 1 by default; `/info` lists only version 1, as on the public Bridge. */
  | 'bridge'
  /** Always the fields of both versions at once. */
  | 'mixed';

const PARAMETERS = new Set(['start-date', 'end-date', 'pending', 'account', 'balances-only']);

export function dialectOf(versions: readonly string[], isMixed: boolean): Dialect {
  if (isMixed) return 'mixed';
  return versions.includes('2') ? 'both' : 'version 1, strict';
}

/** The format of the answer, or the reason for rejecting the request. */
export function answerDialect(
  dialect: Dialect,
  parameters: URLSearchParams,
): { readonly shape: Shape } | { readonly refusal: string } {
  const isSupported = (name: string): boolean =>
    PARAMETERS.has(name) || (name === 'version' && dialect !== 'version 1, strict');
  const unknown = [...parameters.keys()].find(
    (name) => !isSupported(name) || (name !== 'account' && parameters.getAll(name).length > 1),
  );
  if (unknown !== undefined) return { refusal: `Unknown parameter ${unknown}` };
  const version = parameters.get('version');
  if (version !== null && version !== '1' && version !== '2') return { refusal: 'No such version' };
  switch (dialect) {
    case 'version 1, strict':
    case 'version 1':
      return { shape: 1 };
    case 'both':
      return { shape: version === '1' ? 1 : 2 };
    case 'bridge':
      return { shape: version === '2' ? 'bridge' : 1 };
    case 'version 2':
      return { shape: 2 };
    case 'mixed':
      return { shape: 'both' };
  }
}
