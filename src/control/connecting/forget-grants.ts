import { listAccounts } from '../../store/accounts.ts';
import type { Forgotten } from '../../workbooks/workbook-kind.ts';
import type { ControlDependencies } from '../dependencies.ts';

/**
 * The account needs no permission of any kind any more, but for that of `kept`: of that one only what waited for its columns
 * goes. Says what became of the one that there was.
 */
export async function forgetGrants(
  { store, workbooks }: Pick<ControlDependencies, 'store' | 'workbooks'>,
  accountId: string,
  kept: string | null,
): Promise<Forgotten> {
  const all = listAccounts(store).map(({ id }) => id);
  const others = all.filter((id) => id !== accountId);
  let forgotten: Forgotten = 'none';
  for (const { kind, connector } of workbooks.kinds) {
    const { grants } = connector;
    if (grants === undefined) continue;
    if (kind.id === kept) await grants.dropUnmapped(accountId, all);
    else {
      const one = await grants.forget(accountId, others);
      forgotten = one === 'none' ? forgotten : one;
    }
  }
  return forgotten;
}
