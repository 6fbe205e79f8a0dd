import { type CalendarDate, toInstant } from '../../core/calendar-date.ts';
import { asObject, fieldOf, listField, textField } from '../json.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { readStoredConsent } from '../service/consent.ts';
import { hasDay, pendingSelection } from '../service/psd2.ts';
import { createServiceSource, testedAccounts } from '../service/service-source.ts';
import { budgetExhausted, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';
import { HOST, openApi, parseConsent, type StoredConsent } from './api.ts';
import { linkedAccounts } from './consent.ts';
import { type BankQuirks, findQuirks, readBalance, readTransaction } from './transaction.ts';

export function createGocardlessSource(context: SourceContext): Source {
  const { clock, budget, settings } = context;
  const bank = String(settings['bank']);
  const pending = pendingSelection(context);

  const readConsent = async (): Promise<StoredConsent> => parseConsent(await readStoredConsent(context, HOST));

  /** GoCardless's id of the bank; connections of earlier versions did not store it. */
  async function institutionOf(service: Service, { requisition }: StoredConsent): Promise<string> {
    const institutionId = settings['institution'];
    if (typeof institutionId === 'string') return institutionId;
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
      const sealed = await readConsent();
      const nextFree = budget.take('latest');
      if (nextFree !== null) throw budgetExhausted(HOST, nextFree);
      const service = openApi({ ...context, ...sealed, signal });
      return gocardlessProtocol(service, {
        sealed,
        bank,
        quirks: findQuirks(await institutionOf(service, sealed)),
        withPending: pending.isRequested,
        now: () => clock.now(),
      });
    },
  });

  return {
    ...source,
    /** GoCardless returns the state of a consent without asking the bank. */
    test: async ({ signal }) => {
      const sealed = await readConsent();
      const left = new Set(await linkedAccounts(openApi({ ...context, ...sealed, signal }), sealed.requisition));
      const accounts = sealed.accounts.filter(({ id }) => left.has(id)).map((account) => ({ ...account, bank }));
      return { host: HOST, accounts: testedAccounts('gocardless', accounts), messages: [] };
    },
  };
}

interface ProtocolOptions {
  readonly sealed: StoredConsent;
  readonly bank: string;
  readonly quirks: BankQuirks;
  /** Also fetch pending transactions. */
  readonly withPending: boolean;
  readonly now: () => number;
}

/**
 * GoCardless's API: transactions and balances. Pending transactions are optional, because they have no stable ids and
 * many banks change their texts when they are booked.
 */
function gocardlessProtocol(
  service: Service,
  { sealed, bank, quirks, withPending, now }: ProtocolOptions,
): BankProtocol {
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => sealed.accounts.map((account) => ({ ...account, bank })),
    transactions: async ({ id, currency }, { since }) => {
      const from = since < sealed.historyFrom ? (sealed.historyFrom as CalendarDate) : since;
      const path = `${pathOf(id)}/transactions/?date_from=${from}`;
      const transactions = asObject(fieldOf(await service.get(path), 'transactions'));
      const booked = listField(transactions, 'booked');
      if (booked === null) throw service.unreadable(path);
      const pending = withPending ? listField(transactions, 'pending') : [];
      const context = { accountCurrency: currency, quirks };
      return {
        list: [
          ...booked.map((json) => readTransaction(json, { ...context, status: 'posted' })),
          ...(pending ?? []).map((json) => readTransaction(json, { ...context, status: 'pending' })).filter(hasDay),
        ],
        isWhole: from === since && pending !== null,
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await service.get(`${pathOf(id)}/balances/`);
      const stated = (listField(answer, 'balances') ?? []).flatMap((json) =>
        readBalance(json, { today, at: toInstant(now()) }),
      );
      // The signs of the other balances are unknown, so they cannot be compared with rows.
      return quirks.hasInvertedSigns === true ? stated.filter(({ kind }) => kind === 'available') : stated;
    },
  };
}
