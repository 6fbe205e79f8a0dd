import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, listField, textField } from '../json.ts';
import { consentEnded } from '../service/consent-ended.ts';
import { budgetSpent } from '../service/service.ts';
import { nameAccounts } from '../service/named-accounts.ts';
import { pendingWanted } from '../service/pending-wanted.ts';
import { createServiceSource } from '../service/service-source.ts';
import type { AccessTest, Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { openApi } from './api.ts';
import { enableBankingProtocol } from './enable-banking-protocol.ts';
import { HOST } from './host.ts';
import { personHeaders } from './person-headers.ts';
import { keyOf, readSealed, type Sealed } from './sealed.ts';

export function createEnableBankingSource(context: SourceContext): Source {
  const { clock, budget, settings, isPerson, writtenUntilMs } = context;
  const bank = String(settings['bank']);
  const pending = pendingWanted(context);

  async function unseal(): Promise<Sealed> {
    const text = await context.secret();
    if (text === null) throw new PennyrowError(problem('source_no_key', { host: HOST }));
    const endsAt = Date.parse(String(settings['consentEndsAt']));
    if (endsAt <= clock.now()) throw consentEnded(HOST, 'expired');
    return readSealed(text);
  }

  /** One place for all of a fetch: banks count each kind of request for itself, and pages not at all. */
  function countUnattended(): void {
    const nextFree = budget.take('latest');
    if (nextFree !== null) throw budgetSpent(HOST, nextFree);
  }

  const source = createServiceSource({
    kind: 'enable-banking',
    skipsNewPending: pending.skipsNew,
    connect: async ({ signal }) => {
      const sealed = await unseal();
      const person = isPerson ? personHeaders(sealed.personHeaders) : null;
      if (person === null) countUnattended();
      const options = { ...context, ...sealed, privateKey: keyOf(sealed), signal };
      return enableBankingProtocol({
        sealed,
        bank,
        attended: person === null ? null : openApi({ ...options, headers: person }),
        unattended: openApi(options),
        countUnattended,
        withPending: pending.isAskedFor,
        isFirst: writtenUntilMs === 0,
        now: () => clock.now(),
      });
    },
  });

  return {
    ...source,
    /** Enable Banking knows the state of a consent without asking the bank. */
    test: async ({ signal }): Promise<AccessTest> => {
      const sealed = await unseal();
      const api = openApi({ ...context, ...sealed, privateKey: keyOf(sealed), signal });
      const session = await api.get(`sessions/${encodeURIComponent(sealed.sessionId)}`);
      const state = textField(asObject(session), 'status');
      if (state !== 'AUTHORIZED') throw consentEnded(HOST, endOf(state));
      const left = new Set(listField(session, 'accounts'));
      return {
        host: HOST,
        accounts: nameAll(
          sealed.accounts.filter(({ uid }) => left.has(uid)),
          bank,
        ),
        messages: [],
      };
    },
  };
}

function endOf(state: string | null): 'expired' | 'other' | 'revoked' {
  return state === 'EXPIRED' ? 'expired' : state === 'REVOKED' ? 'revoked' : 'other';
}

function nameAll(accounts: Sealed['accounts'], bank: string): AccessTest['accounts'] {
  const named = nameAccounts(
    'enable-banking',
    accounts.map(({ uid: id, ...account }) => ({ id, ...account, bank })),
  );
  return named.map(({ account: { name, currency } }) => ({ name, bank, currency }));
}
