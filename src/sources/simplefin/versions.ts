import type { Answer } from './answer.ts';

/**
 * How a server is asked for a version. It is chosen once and then kept, as long as the server goes along.
 * `unsaid`: without the parameter, which servers of version 1 may refuse.
 */
export type Version = '2' | '1' | 'unsaid';

/**
 * What `/info` says is not what a server can do: the public Bridge names version 1.0 there and answers `version=2`. So
 * version 2 is asked for, and what comes tells.
 */
export const FIRST_ASKED: Version = '2';

/** Whose terms name the accounts of a connection, for as long as it exists: rows know their account by them. */
export type Naming = 1 | 2;

/** How to ask again after this answer, or refusal, to `asked`; null when it is to be taken as it is. */
export function askInstead(
  asked: Version,
  form: Answer['form'] | 'refused',
  naming: Naming | null,
  wasTried: (version: Version) => boolean,
): Version | null {
  // It has learnt version 2 since and picks that now; accounts keep their names of version 1.
  const isRenamed = asked === 'unsaid' && form === 2 && naming === 1;
  const order: readonly Version[] = form === 'refused' ? INSTEAD_OF_REFUSED[asked] : isRenamed ? ['1'] : [];
  return order.find((version) => !wasTried(version)) ?? null;
}

/** A server of version 1 may refuse the parameter; one that gave up version 1 refuses that. */
const INSTEAD_OF_REFUSED: Readonly<Record<Version, readonly Version[]>> = {
  '2': ['unsaid'],
  '1': ['2', 'unsaid'],
  unsaid: ['2'],
};

/** How the server is asked from now on; null when the answer to `asked` tells nothing. */
export function learntFrom(asked: Version, before: Version | null, form: Answer['form']): Version | null {
  if (form === null) return before;
  // It overlooks the parameter, and is not bothered with one again, unless it knew better before.
  if (asked === '2' && form === 1) return before ?? 'unsaid';
  return asked === 'unsaid' && form === 2 ? '2' : asked;
}

export function withVersion(query: string, version: Version): string {
  return version === 'unsaid' ? query : `${query}&version=${version}`;
}
