import type { deletedProcedures } from '../../contract/control/deleted.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listDeleted } from '../../store/memory.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

export function deletedHandlers(
  { store, sync }: Pick<Collaborators, 'store' | 'sync'>,
  announce: Announce,
): Handlers<keyof typeof deletedProcedures> {
  return {
    'deleted.list': ({ accountId }) =>
      listDeleted(store, requireAccount(store, accountId).id).map(({ transactionId, written }) => ({
        transactionId,
        date: written.date,
        description: written.description,
        amount: written.amount,
        currency: written.currency,
        account: written.account,
        category: written.category,
      })),
    'deleted.restore': ({ accountId, transactionIds }) => {
      requireAccount(store, accountId);
      const deleted = new Set(listDeleted(store, accountId).map(({ transactionId }) => transactionId));
      const unknown = transactionIds.find((id) => !deleted.has(id));
      if (unknown !== undefined) {
        throw new PennyrowError(problem('input_not_deleted', { transaction: unknown }));
      }
      return { runId: sync.restore(accountId, transactionIds), joined: false, message: 'The rows are being put back.' };
    },
    'deleted.forget': ({ accountId, from, to }) => {
      requireAccount(store, accountId);
      const forgotten = sync.forgetDeleted(accountId, from as CalendarDate, to as CalendarDate);
      announce('deleted', accountId);
      return { forgotten };
    },
  };
}
