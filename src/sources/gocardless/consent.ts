import { randomBytes } from 'node:crypto';
import { addDays, type CalendarDate, toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { asObject, type JsonObject, listField, objectField, textField } from '../json.ts';
import {
  bankNames,
  type BankChoice,
  chooseBank,
  consentEnded,
  consentPage,
  createConsentRequest,
  REDIRECT_URL,
  keepIdentities,
} from '../service/consent.ts';
import type { Service } from '../service/service.ts';
import type { AccessContext, AccessInput, GrantedAccess, ConsentRequest } from '../source-kind.ts';
import { HOST, openApi, parseConsent, type StoredConsent, type StoredAccount } from './api.ts';

const DAY = 86_400_000;

const HISTORY_DAYS = 365;

const WITHDRAWING_MS = 15_000;

type Settings = BankChoice & { readonly secretId: string; readonly redirectUrl?: string };

function connect({ settings, secret, sealed }: AccessInput, context: AccessContext) {
  const choice = settings as unknown as Settings;
  const before = sealed === null ? null : parseConsent(sealed);
  const secretKey = secret?.['secretKey'] ?? before?.secretKey;
  if (secretKey === undefined) throw createError('source_no_key', { host: HOST });
  const options = { ...context, secretId: choice.secretId, secretKey };
  return { choice, before, options, api: openApi(options) };
}

/** Requests a consent on the bank's page: creates an agreement on duration and history, and a requisition that links to it. */
export async function askConsent(input: AccessInput, context: AccessContext): Promise<ConsentRequest> {
  const { choice, before, options, api } = connect(input, context);
  const { secretId, secretKey } = options;
  const bank = chooseBank(await fetchBanks(api, choice), choice, HOST);
  const agreement = idOf(api, 'agreements/enduser/', await api.post('agreements/enduser/', termsOf(bank)));
  const reference = randomBytes(32).toString('base64url');
  const requisition = await api.post('requisitions/', {
    institution_id: bank.id,
    agreement,
    reference,
    redirect: choice.redirectUrl ?? REDIRECT_URL,
  });
  const id = idOf(api, 'requisitions/', requisition);

  /** Takes another signal, because the user may grant the consent after the caller's signal was aborted. */
  const lasting = (signal: AbortSignal): Service => openApi({ ...options, signal });

  async function finish(): Promise<GrantedAccess> {
    const service = lasting(new AbortController().signal);
    const accountIds = await linkedAccounts(service, id);
    const accounts = keepIdentities(await describeAccounts(service, accountIds), before?.accounts ?? []);
    const acceptedMs = await acceptedAt(service, agreement, context.clock.now());
    const historyFrom = addDays(toInstant(acceptedMs).slice(0, 10) as CalendarDate, -termsOf(bank).max_historical_days);
    const sealed: StoredConsent = { secretId, secretKey, requisition: id, historyFrom, accounts };
    const endsAt = toInstant(acceptedMs + bank.consentDays * DAY);
    return { secret: JSON.stringify(sealed), endsAt, news: { host: HOST, bank: bank.name, institution: bank.id } };
  }

  return createConsentRequest({
    host: HOST,
    url: consentPage(api, 'requisitions/', requisition, 'link'),
    stateParameter: ['ref', reference],
    nowMs: context.clock.now(),
    granted: (parameters) => (parameters.has('error') ? null : finish()),
    // Without the deletion, a consent that the user gives too late would remain at the bank.
    withdraw: () => deleteRequisition(lasting(AbortSignal.timeout(WITHDRAWING_MS)), id),
  });
}

function termsOf({ id, historyDays, consentDays }: Bank) {
  return {
    institution_id: id,
    max_historical_days: Math.min(historyDays, HISTORY_DAYS),
    access_valid_for_days: consentDays,
    access_scope: ['balances', 'details', 'transactions'],
  };
}

/** Throws unless the user agreed: the redirect alone proves nothing. */
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

export interface Bank {
  readonly id: string;
  readonly name: string;
  readonly historyDays: number;
  readonly consentDays: number;
}

const USUAL_DAYS = 90;

async function fetchBanks(
  api: Pick<Service, 'list'>,
  { country }: Pick<BankChoice, 'country'>,
): Promise<readonly Bank[]> {
  return (await api.list(`institutions/?country=${country.toLowerCase()}`)).flatMap(readBank);
}

function readBank(json: unknown): Bank[] {
  const bank = asObject(json);
  const [id, name] = [textField(bank, 'id'), textField(bank, 'name')];
  if (id === null || name === null) return [];
  const days = (field: string): number => Number(textField(bank, field)) || USUAL_DAYS;
  return [{ id, name, historyDays: days('transaction_total_days'), consentDays: days('max_access_valid_for_days') }];
}

export async function listBanks(input: AccessInput, context: AccessContext): Promise<readonly string[]> {
  const { choice, api } = connect(input, context);
  return bankNames(await fetchBanks(api, choice), choice, HOST);
}

/** Names and numbers of the accounts, from GoCardless's own record if the bank does not send details now. */
async function describeAccounts(api: Pick<Service, 'get'>, ids: readonly string[]): Promise<StoredAccount[]> {
  const accounts: StoredAccount[] = [];
  for (const id of ids) accounts.push(await describeAccount(api, id));
  const ibans = accounts.map(({ number }) => number);
  // A number identifies an account only if no other account has it: accounts in several currencies may share a number.
  return accounts.map(({ number, ...account }) => ({
    ...account,
    number,
    hashes: [
      ...account.hashes,
      ...(number !== null && ibans.indexOf(number) === ibans.lastIndexOf(number) ? [number] : []),
    ],
  }));
}

async function describeAccount(api: Pick<Service, 'get'>, id: string): Promise<StoredAccount> {
  const path = `accounts/${encodeURIComponent(id)}/`;
  const account = await api.get(path);
  const details = objectField(await api.get(`${path}details/`).catch(() => null), 'account');
  const number = firstText([details, account], ['iban', 'bban', 'maskedPan']);
  const currency = textField(details, 'currency')?.toUpperCase() ?? null;
  const identity = number === null || currency === null ? id : `${number} ${currency}`;
  return {
    id,
    identity,
    hashes: [...new Set([identity, id])],
    // Not `ownerName`, which is the account holder.
    name: firstText([details, account], ['displayName', 'name', 'product', 'details']),
    number,
    currency,
  };
}

function firstText(objects: readonly (JsonObject | null)[], names: readonly string[]): string | null {
  const texts = names.flatMap((name) => objects.map((object) => textField(object, name)));
  return texts.find((text) => text !== null) ?? null;
}

export async function revokeConsent(secret: string, context: AccessContext): Promise<void> {
  const sealed = parseConsent(secret);
  await deleteRequisition(openApi({ ...context, ...sealed }), sealed.requisition);
}

function deleteRequisition(api: Pick<Service, 'delete'>, id: string): Promise<void> {
  return api.delete(`requisitions/${encodeURIComponent(id)}/`);
}
