import { listAccounts } from '../../store/accounts.ts';
import type { Forgotten } from '../../workbooks/workbook-kind.ts';
import type { Collaborators } from '../collaborators.ts';

export interface ForgottenGrant {
  readonly permission: Forgotten;
  /** Of the workbook that it was for; null for none. */
  readonly kind: string | null;
}

/**
 * The account needs no permission of any kind any more, but for that of `kept`: of that one only what waited for its columns
 * goes. Says what became of the one that there was, and of which kind it was.
 */
export async function forgetGrants(
  { store, workbooks }: Pick<Collaborators, 'store' | 'workbooks'>,
  accountId: string,
  kept: string | null,
): Promise<ForgottenGrant> {
  const all = listAccounts(store).map(({ id }) => id);
  const others = all.filter((id) => id !== accountId);
  let forgotten: ForgottenGrant = { permission: 'none', kind: null };
  for (const { kind, connector } of workbooks.kinds) {
    const { grants } = connector;
    if (grants === undefined) continue;
    if (kind.id === kept) await grants.dropUnmapped(accountId, all);
    else {
      const permission = await grants.forget(accountId, others);
      forgotten = permission === 'none' ? forgotten : { permission, kind: kind.id };
    }
  }
  return forgotten;
}
