import { asObject, fieldOf, textField, type JsonObject } from '../json.ts';
import type { Service } from '../service/service.ts';
import type { SealedAccount } from './sealed.ts';

/**
 * Names and numbers of a consent's accounts. A bank that does not tell them now keeps no consent from being kept: GoCardless
 * itself knows the number of most.
 */
export async function describeAccounts(api: Pick<Service, 'get'>, ids: readonly string[]): Promise<SealedAccount[]> {
  const accounts: SealedAccount[] = [];
  for (const id of ids) accounts.push(await describe(api, id));
  const ibans = accounts.map(({ number }) => number);
  // Several accounts, as one for each currency, may share a number.
  return accounts.map(({ number, ...account }) => ({
    ...account,
    number,
    hashes: [
      ...account.hashes,
      ...(number !== null && ibans.indexOf(number) === ibans.lastIndexOf(number) ? [number] : []),
    ],
  }));
}

async function describe(api: Pick<Service, 'get'>, id: string): Promise<SealedAccount> {
  const path = `accounts/${encodeURIComponent(id)}/`;
  const known = await api.get(path);
  const details = asObject(fieldOf(await api.get(`${path}details/`).catch(() => null), 'account'));
  const number = firstText([details, known], ['iban', 'bban', 'maskedPan']);
  const currency = textField(details, 'currency')?.toUpperCase() ?? null;
  const identity = number === null || currency === null ? id : `${number} ${currency}`;
  return {
    id,
    identity,
    hashes: [...new Set([identity, id])],
    // `ownerName` is the holder's.
    name: firstText([details, known], ['displayName', 'name', 'product', 'details']),
    number,
    currency,
  };
}

function firstText(objects: readonly (JsonObject | null)[], names: readonly string[]): string | null {
  const texts = names.flatMap((name) => objects.map((object) => textField(object, name)));
  return texts.find((text) => text !== null) ?? null;
}
