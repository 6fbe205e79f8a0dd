import { setImmediate as turn } from 'node:timers/promises';
import type { Reader } from '../../store/database.ts';
import { countCurrencies } from '../../store/memory.ts';

/** A few milliseconds of counting. */
const COUNTED_PER_TURN = 5000;

/** The currency that most of each bank account's transactions are in, by the bank account's id. */
export async function usualCurrencies(store: Reader, accountId: string): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, Map<string, number>>();
  for (let after: string | null = ''; after !== null;) {
    const counted = countCurrencies(store, accountId, after, COUNTED_PER_TURN);
    for (const { bankAccountId, currency, count } of counted.counts) {
      const of = counts.get(bankAccountId) ?? new Map<string, number>();
      counts.set(bankAccountId, of.set(currency, (of.get(currency) ?? 0) + count));
    }
    after = counted.last;
    await turn();
  }
  return new Map(
    [...counts].map(([id, of]) => [id, [...of].reduce((most, each) => (each[1] > most[1] ? each : most))[0]]),
  );
}
