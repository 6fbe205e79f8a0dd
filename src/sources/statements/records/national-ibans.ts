import { isIban } from '../account-identity.ts';

/** Returns the IBAN of a French account, whose check digits follow from the other parts; null if the parts are invalid. */
export function frenchIban(bank: string, branch: string, number: string): string | null {
  if (!/^\d{10}[A-Z\d]{11}$/.test(bank + branch + number)) return null;
  const digits = number.replace(/[A-Z]/g, digitOf);
  const key = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(digits)) % 97n);
  return ibanOf('FR', `${bank}${branch}${number}${String(key).padStart(2, '0')}`);
}

/** In the national check number, A and J are 1, B, K and S are 2, and so on to I, R and Z, which are 9. */
function digitOf(letter: string): string {
  const place = letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return String(place < 18 ? (place % 9) + 1 : place - 16);
}

/** Returns the IBAN of a Spanish account, whose check digits are between branch and number; null if the parts are invalid. */
export function spanishIban(bank: string, branch: string, number: string): string | null {
  if (!/^\d{18}$/.test(bank + branch + number)) return null;
  return ibanOf('ES', `${bank}${branch}${spanishDigit(`00${bank}${branch}`)}${spanishDigit(number)}${number}`);
}

function spanishDigit(digits: string): number {
  const sum = SPANISH_WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits.charAt(place)), 0);
  const digit = 11 - (sum % 11);
  return digit === 11 ? 0 : digit === 10 ? 1 : digit;
}

const SPANISH_WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

function ibanOf(country: string, national: string): string | null {
  const digits = `${national}${country}00`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  const iban = `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${national}`;
  return isIban(iban) ? iban : null;
}
