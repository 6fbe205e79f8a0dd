import type { balanceProcedures } from '../../contract/control/balances.ts';
import { findMirrorState } from '../../store/mirror.ts';
import { balanceTotals } from '../balances/balance-totals.ts';
import { balanceViews } from '../balances/balance-views.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { requireMirror } from '../requirements.ts';

export function balanceHandlers({ store, sync }: ControlDependencies): Handlers<keyof typeof balanceProcedures> {
  return {
    'balance.list': async ({ accountId }) => {
      await requireMirror(store, sync, accountId);
      const balances = balanceViews(store, accountId);
      return {
        balances,
        totals: balanceTotals(balances),
        asOf: findMirrorState(store, accountId)?.verifiedAt ?? null,
      };
    },
  };
}
