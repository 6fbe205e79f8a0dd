import { asObject, textField } from '../json.ts';
import { chooseBank, type BankWanted } from '../service/choose-bank.ts';
import type { Service } from '../service/service.ts';

export interface Bank {
  readonly id: string;
  readonly name: string;
  /** How far back it goes, in days. */
  readonly historyDays: number;
  /** The longest consent that it gives, in days. */
  readonly consentDays: number;
}

/** What every bank gives. */
const USUAL_DAYS = 90;

/** Throws `source_bank_choice`. */
export async function findBank(api: Pick<Service, 'host' | 'list'>, wanted: BankWanted): Promise<Bank> {
  return chooseBank(await listBanks(api, wanted), wanted, api.host);
}

export async function listBanks(
  api: Pick<Service, 'list'>,
  { country }: Pick<BankWanted, 'country'>,
): Promise<readonly Bank[]> {
  return (await api.list(`institutions/?country=${country.toLowerCase()}`)).flatMap(readBank);
}

/** Numbers come as text. */
function readBank(json: unknown): Bank[] {
  const bank = asObject(json);
  const [id, name] = [textField(bank, 'id'), textField(bank, 'name')];
  if (id === null || name === null) return [];
  const days = (field: string): number => Number(textField(bank, field)) || USUAL_DAYS;
  return [{ id, name, historyDays: days('transaction_total_days'), consentDays: days('max_access_valid_for_days') }];
}
