import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, listField, textField } from '../json.ts';
import type { Service } from '../service/service.ts';

export interface Bank {
  readonly name: string;
  /** The longest consent that it gives, in seconds. */
  readonly longestConsent: number;
  readonly personHeaders: readonly string[];
}

export interface BankWanted {
  readonly country: string;
  readonly bank: string;
  readonly psuType: 'business' | 'personal';
}

/** What the rules let a consent last (RTS 2018/389 as amended by 2022/2360), where a bank does not say. */
const USUAL_CONSENT = 180 * 86_400;

/** How many are named when none is the one. */
const MOST_NAMED = 30;

/** The bank of that name, or the only one whose name has it as a part. Throws `enable_banking_bank` with those there are. */
export async function findBank(api: Pick<Service, 'get'>, { country, bank, psuType }: BankWanted): Promise<Bank> {
  const answer = await api.get(`aspsps?country=${country}&psu_type=${psuType}&service=AIS`);
  const banks = (listField(answer, 'aspsps') ?? []).flatMap(readBank);
  const wanted = bank.toLowerCase();
  const same = banks.find(({ name }) => name.toLowerCase() === wanted);
  const partly = banks.filter(({ name }) => name.toLowerCase().includes(wanted));
  const found = same ?? (partly.length === 1 ? partly[0] : undefined);
  if (found !== undefined) return found;
  const names = (partly.length > 0 ? partly : banks).map(({ name }) => oneLine(name)).toSorted();
  throw new PennyrowError(
    problem('enable_banking_bank', {
      bank,
      country,
      reason: partly.length > 1 ? 'several' : banks.length === 0 ? 'country' : 'other',
      banks: names.slice(0, MOST_NAMED),
    }),
  );
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
