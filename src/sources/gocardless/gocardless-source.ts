import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { consentEnded } from '../service/consent-ended.ts';
import { nameAccounts } from '../service/named-accounts.ts';
import { pendingWanted } from '../service/pending-wanted.ts';
import { budgetSpent, type Service } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { textField } from '../json.ts';
import { openApi } from './api.ts';
import { habitsOf } from './bank-habits.ts';
import { linkedAccounts } from './consent.ts';
import { gocardlessProtocol } from './gocardless-protocol.ts';
import { HOST } from './host.ts';
import { readSealed, type Sealed } from './sealed.ts';

export function createGocardlessSource(context: SourceContext): Source {
  const { clock, budget, settings } = context;
  const bank = String(settings['bank']);
  const pending = pendingWanted(context);

  async function unseal(): Promise<Sealed> {
    const text = await context.secret();
    if (text === null) throw new PennyrowError(problem('source_no_key', { host: HOST }));
    if (Date.parse(String(settings['consentEndsAt'])) <= clock.now()) throw consentEnded(HOST, 'expired');
    return readSealed(text);
  }

  /** GoCardless's id of the bank; connections of earlier versions do not know it. */
  async function institutionOf(service: Service, { requisition }: Sealed): Promise<string> {
    const known = settings['institution'];
    if (typeof known === 'string') return known;
    const path = `requisitions/${encodeURIComponent(requisition)}/`;
    const institution = textField(await service.get(path), 'institution_id');
    if (institution === null) throw service.unreadable(path);
    context.remember({ institution });
    return institution;
  }

  const source = createServiceSource({
    kind: 'gocardless',
    corrects: context,
    skipsNewPending: pending.skipsNew,
    connect: async ({ signal }) => {
      const sealed = await unseal();
      const nextFree = budget.take('latest');
      if (nextFree !== null) throw budgetSpent(HOST, nextFree);
      const service = openApi({ ...context, ...sealed, signal });
      return gocardlessProtocol(service, {
        sealed,
        bank,
        habits: habitsOf(await institutionOf(service, sealed)),
        withPending: pending.isAskedFor,
        now: () => clock.now(),
      });
    },
  });

  return {
    ...source,
    /** GoCardless knows the state of a consent without asking the bank. */
    test: async ({ signal }) => {
      const sealed = await unseal();
      const left = new Set(await linkedAccounts(openApi({ ...context, ...sealed, signal }), sealed.requisition));
      const accounts = sealed.accounts.filter(({ id }) => left.has(id)).map((account) => ({ ...account, bank }));
      return {
        host: HOST,
        accounts: nameAccounts('gocardless', accounts).map(({ account: { name, currency } }) => ({
          name,
          bank,
          currency,
        })),
        messages: [],
      };
    },
  };
}
