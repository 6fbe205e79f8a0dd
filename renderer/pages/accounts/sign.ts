/** Of a decimal. */
export function isNegative(amount: string): boolean {
  return amount.startsWith('-');
}

export function withoutSign(amount: string): string {
  return isNegative(amount) ? amount.slice(1) : amount;
}
