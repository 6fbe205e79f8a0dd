import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { localAccount, numberedAccount } from '../account-identity.ts';
import { isIban } from '../iban.ts';
import type { CamtFields } from './camt-record.ts';

/** The account of a statement; null when it does not say which. */
export function camtAccount(fields: CamtFields, currency: string): BankAccount | null {
  const kind = kindOf(fields);
  const iban = ibanOf(fields);
  if (iban !== null) return numberedAccount({ scheme: 'iban', number: iban, kind, currency });
  // Before version 2 the choice had other names.
  const number = fields['Id.Othr.Id'] ?? fields['Id.PrtryAcct.Id'] ?? fields['Id.BBAN'] ?? fields['Id.UPIC'] ?? '';
  return localAccount({ bank: bankOf(fields) ?? null, number, kind, currency });
}

/** The IBAN in the place for it, or in the place for other numbers where some banks write it. */
export function ibanOf(fields: CamtFields): string | null {
  const iban = compact(fields['Id.IBAN'] ?? '');
  if (iban !== '') return iban;
  const other = compact(fields['Id.Othr.Id'] ?? '');
  return isIban(other) ? other : null;
}

function compact(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** "Savings", the bank's name for the account, or at least the bank. */
function kindOf(fields: CamtFields): string | null {
  const type = fields['Tp.Cd'] ?? '';
  const candidates = [fields['Nm'], TYPES.get(type), fields['Tp.Prtry'], fields['Svcr.FinInstnId.Nm'], bicOf(fields)];
  for (const candidate of candidates) {
    const name = oneLine(candidate ?? '', LONGEST_NAME);
    // A number in the name would show what the account's id hides.
    if (name !== '' && !/\d(?:[ .-]?\d){6}/.test(name)) return name;
  }
  return null;
}

const LONGEST_NAME = 60;

/** External code set "Cash account type" of ISO 20022, as far as people have such accounts. */
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
