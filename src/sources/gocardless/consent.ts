import { randomBytes } from 'node:crypto';
import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listField, textField } from '../json.ts';
import type { BankWanted } from '../service/choose-bank.ts';
import { consentEnded } from '../service/consent-ended.ts';
import { consentQuestion, REDIRECT_URL } from '../service/consent-question.ts';
import { sameAccounts } from '../service/same-accounts.ts';
import type { Service } from '../service/service.ts';
import type { AccessContext, AskedAccess, GrantedAccess, SourceQuestion } from '../source-kind.ts';
import { openApi } from './api.ts';
import { describeAccounts } from './describe-accounts.ts';
import { deleteRequisition } from './revoke.ts';
import { findBank, type Bank } from './find-bank.ts';
import { HOST } from './host.ts';
import { readSealed, type Sealed } from './sealed.ts';

const DAY = 86_400_000;

/** As many as a first sync asks for. */
const HISTORY_DAYS = 365;

/** Nobody waits for it. */
const WITHDRAWING_MS = 15_000;

type Settings = BankWanted & { readonly secretId: string; readonly redirectUrl?: string };

/** Asks a person for a consent on the bank's page: an agreement on how long and how far back, and a requisition with it. */
export async function askConsent(
  { settings, secret, sealed: sealedText }: AskedAccess,
  context: AccessContext,
): Promise<SourceQuestion> {
  const wanted = settings as unknown as Settings;
  const before = sealedText === null ? null : readSealed(sealedText);
  const { secretId } = wanted;
  const secretKey = secret?.['secretKey'] ?? keyOf(before);
  const api = openApi({ ...context, secretId, secretKey });
  const bank = await findBank(api, wanted);
  const agreement = idOf(api, 'agreements/enduser/', await api.post('agreements/enduser/', termsOf(bank)));
  const reference = randomBytes(32).toString('base64url');
  const requisition = await api.post('requisitions/', {
    institution_id: bank.id,
    agreement,
    reference,
    redirect: wanted.redirectUrl ?? REDIRECT_URL,
  });
  const id = idOf(api, 'requisitions/', requisition);

  /** A question outlives the request that began it. */
  const lasting = (signal: AbortSignal): Service => openApi({ ...context, signal, secretId, secretKey });

  async function finish(): Promise<GrantedAccess> {
    const service = lasting(new AbortController().signal);
    const accountIds = await linkedAccounts(service, id);
    const accounts = sameAccounts(await describeAccounts(service, accountIds), before?.accounts ?? []);
    const acceptedMs = await acceptedAt(service, agreement, context.clock.now());
    const historyFrom = addDays(toInstant(acceptedMs).slice(0, 10) as CalendarDate, -termsOf(bank).max_historical_days);
    const sealed: Sealed = { secretId, secretKey, requisition: id, historyFrom, accounts };
    const endsAt = toInstant(acceptedMs + bank.consentDays * DAY);
    return { secret: JSON.stringify(sealed), endsAt, news: { host: HOST, bank: bank.name, institution: bank.id } };
  }

  return consentQuestion({
    host: HOST,
    url: pageOf(api, textField(requisition, 'link')),
    mark: ['ref', reference],
    nowMs: context.clock.now(),
    granted: (parameters) => (parameters.has('error') ? null : finish()),
    // GoCardless keeps it otherwise, and the bank keeps what was allowed but could not be kept here.
    withdraw: () => deleteRequisition(lasting(AbortSignal.timeout(WITHDRAWING_MS)), id),
  });
}

function keyOf(before: Sealed | null): string {
  if (before === null) throw new PennyrowError(problem('source_no_key', { host: HOST }));
  return before.secretKey;
}

function termsOf({ id, historyDays, consentDays }: Bank) {
  return {
    institution_id: id,
    max_historical_days: Math.min(historyDays, HISTORY_DAYS),
    access_valid_for_days: consentDays,
    access_scope: ['balances', 'details', 'transactions'],
  };
}

/** Throws unless a person agreed: the address alone proves nothing. */
export async function linkedAccounts(api: Pick<Service, 'get'>, requisition: string): Promise<string[]> {
  const answer = await api.get(`requisitions/${encodeURIComponent(requisition)}/`);
  const status = textField(answer, 'status');
  if (status !== 'LN') throw consentEnded(HOST, status === 'EX' ? 'expired' : 'other');
  return (listField(answer, 'accounts') ?? []).filter((id) => typeof id === 'string');
}

async function acceptedAt(api: Pick<Service, 'get'>, agreement: string, nowMs: number): Promise<number> {
  const answer = await api.get(`agreements/enduser/${encodeURIComponent(agreement)}/`);
  const accepted = Date.parse(textField(answer, 'accepted') ?? '');
  return Number.isNaN(accepted) ? nowMs : accepted;
}

function idOf({ unreadable }: Service, path: string, answer: Parameters<typeof textField>[0]): string {
  const id = textField(answer, 'id');
  if (id === null) throw unreadable(path);
  return id;
}

function pageOf({ unreadable }: Service, link: string | null): string {
  const url = URL.parse(link ?? '');
  if (url?.protocol !== 'https:') throw unreadable('requisitions/');
  return url.href;
}
