export const EXPIRY_CHOICES = ['90', '30', '365', 'day', 'never'] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

const DAY = 86_400_000;

/** When a token ends; null for never. A chosen day still counts, by the clock of who chose it. */
export function expiresAt(choice: ExpiryChoice, day: string, now: number): string | null {
  if (choice === 'never') return null;
  if (choice !== 'day') return new Date(now + Number(choice) * DAY).toISOString();
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + 1).toISOString();
}
