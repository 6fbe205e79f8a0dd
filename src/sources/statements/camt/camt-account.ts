import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { localAccount } from '../account-identity.ts';
import { compactIban, isIban } from '../iban.ts';
import type { CamtFields } from './camt-document.ts';

export function camtAccount(fields: CamtFields, currency: string): BankAccount | null {
  // Version 1 has other element names.
  const number = fields['Id.Othr.Id'] ?? fields['Id.PrtryAcct.Id'] ?? fields['Id.BBAN'] ?? fields['Id.UPIC'] ?? '';
  const bank = bankOf(fields) ?? null;
  return localAccount({ iban: ibanOf(fields), bank, number, kind: kindOf(fields), currency });
}

export function ibanOf(fields: CamtFields): string | null {
  const iban = compactIban(fields['Id.IBAN'] ?? '');
  if (iban !== '') return iban;
  const other = compactIban(fields['Id.Othr.Id'] ?? '');
  return isIban(other) ? other : null;
}

/** "Savings", the bank's name for the account, or the bank. */
function kindOf(fields: CamtFields): string | null {
  const type = fields['Tp.Cd'] ?? '';
  const candidates = [fields['Nm'], TYPES.get(type), fields['Tp.Prtry'], fields['Svcr.FinInstnId.Nm'], bicOf(fields)];
  for (const candidate of candidates) {
    const name = oneLine(candidate ?? '', LONGEST_NAME);
    // Skips names that contain the account number, which the id hides.
    if (name !== '' && !/\d(?:[ .-]?\d){6}/.test(name)) return name;
  }
  return null;
}

const LONGEST_NAME = 60;

/** Personal accounts in the external code set "Cash account type" of ISO 20022. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CACC: 'Current account',
    CARD: 'Card',
    CASH: 'Cash account',
    LOAN: 'Loan',
    MOMA: 'Money market',
    ODFT: 'Overdraft',
    SVGS: 'Savings',
    TRAN: 'Current account',
  }),
);

function bicOf(fields: CamtFields): string | undefined {
  return fields['Svcr.FinInstnId.BICFI'] ?? fields['Svcr.FinInstnId.BIC'];
}

function bankOf(fields: CamtFields): string | undefined {
  return (
    bicOf(fields) ?? fields['Svcr.FinInstnId.ClrSysMmbId.MmbId'] ?? fields['Svcr.FinInstnId.CmbndId.ClrSysMmbId.Id']
  );
}
