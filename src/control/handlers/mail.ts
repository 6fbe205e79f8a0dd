import type { mailProcedures } from '../../contract/control/mail.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

export function mailHandlers(
  { store, mail }: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof mailProcedures> {
  return {
    'mail.get': ({ accountId }) => mail.get(requireAccount(store, accountId).id),
    'mail.set': async (wanted) => {
      const saved = await mail.set({ ...wanted, accountId: requireAccount(store, wanted.accountId).id });
      announce('mail', wanted.accountId);
      return saved;
    },
    'mail.test': async ({ accountId }, signal) => {
      const tested = await mail.test(requireAccount(store, accountId).id, signal);
      announce('mail', accountId);
      return tested;
    },
    'mail.remove': ({ accountId }) => {
      mail.remove(requireAccount(store, accountId).id);
      announce('mail', accountId);
      return null;
    },
  };
}
