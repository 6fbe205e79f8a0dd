/** The exact sum, with as many decimals as the most precise amount. */
export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const sum = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 10 ** digits), 0);
  return (sum / 10 ** digits).toFixed(digits);
}
