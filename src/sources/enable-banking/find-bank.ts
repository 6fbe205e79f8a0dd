import { asObject, fieldOf, listField, textField } from '../json.ts';
import { chooseBank, type BankWanted as Wanted } from '../service/choose-bank.ts';
import type { Service } from '../service/service.ts';

export interface Bank {
  readonly name: string;
  /** The longest consent that it gives, in seconds. */
  readonly longestConsent: number;
  readonly personHeaders: readonly string[];
}

export interface BankWanted extends Wanted {
  readonly psuType: 'business' | 'personal';
}

/** What the rules let a consent last (RTS 2018/389 as amended by 2022/2360), where a bank does not say. */
const USUAL_CONSENT = 180 * 86_400;

/** Throws `source_bank_choice`. */
export async function findBank(api: Pick<Service, 'get' | 'host'>, wanted: BankWanted): Promise<Bank> {
  return chooseBank(await listBanks(api, wanted), wanted, api.host);
}

export async function listBanks(
  api: Pick<Service, 'get'>,
  { country, psuType }: Pick<BankWanted, 'country' | 'psuType'>,
): Promise<readonly Bank[]> {
  const answer = await api.get(`aspsps?country=${country}&psu_type=${psuType}&service=AIS`);
  return (listField(answer, 'aspsps') ?? []).flatMap(readBank);
}

function readBank(json: unknown): Bank[] {
  const bank = asObject(json);
  const name = textField(bank, 'name');
  const longest = fieldOf(bank, 'maximum_consent_validity');
  if (name === null) return [];
  return [
    {
      name,
      longestConsent: typeof longest === 'number' && longest > 0 ? longest : USUAL_CONSENT,
      personHeaders: (listField(bank, 'required_psu_headers') ?? []).filter((header) => typeof header === 'string'),
    },
  ];
}
