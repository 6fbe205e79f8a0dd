import { parseAmount, type Amount } from '../../../src/core/amount.ts';
import type { BankAccount } from '../../../src/core/bank-transaction.ts';
import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import type { Problem } from '../../../src/messages/parameters.ts';
import { problem } from '../../../src/messages/problem.ts';
import { PennyrowError } from '../../../src/platform/errors.ts';
import { ask } from '../../../src/sources/request.ts';
import type { Source } from '../../../src/sources/source.ts';
import type { SourceContext } from '../../../src/sources/source-kind.ts';

/** The bank's answer. */
interface Account {
  readonly id: string;
  readonly name: string;
  readonly bookings: readonly {
    readonly id: string;
    readonly day: string;
    readonly amount: string;
    readonly text: string;
  }[];
}

export function createSampleSource({ settings, secret, network }: SourceContext): Source {
  async function accounts(signal: AbortSignal): Promise<readonly Account[]> {
    const { apiKey } = JSON.parse((await secret()) ?? '{}') as { readonly apiKey?: string };
    const url = new URL(`https://localhost:${String(settings['branch'])}/accounts`);
    const { status, text } = await ask({
      url,
      credentials: { Authorization: `Bearer ${apiKey ?? ''}` },
      signal,
      network,
    });
    if (status === 200) return JSON.parse(text) as readonly Account[];
    if (status === 401)
      throw new PennyrowError(problem('source_reauthorise', { host: 'Sample Bank', words: null, access: 'other' }));
    throw new PennyrowError(rests(3));
  }
  return {
    fetch: async ({ signal }) => {
      const all = await accounts(signal);
      return {
        transactions: all.flatMap((account) =>
          account.bookings.map((booking) => ({
            account: toAccount(account),
            providerId: booking.id,
            date: booking.day as CalendarDate,
            amount: parseAmount(booking.amount) as Amount,
            currency: 'EUR',
            description: booking.text,
            status: 'posted' as const,
            raw: booking,
          })),
        ),
        completeAccountIds: all.map((account) => toAccount(account).id),
        messages: [],
        balances: [],
      };
    },
    test: async ({ signal }) => ({
      host: 'Sample Bank',
      accounts: (await accounts(signal)).map(({ name }) => ({ name, bank: 'Sample Bank', currency: 'EUR' })),
      messages: [],
    }),
    close: async () => {},
  };
}

/** The cast is needed because the types of problems contain only the codes of the kinds in src. */
function rests(hours: number): Problem {
  return { code: 'source_sample_bank_rests', params: { hours } } as unknown as Problem;
}

function toAccount({ id, name }: Account): BankAccount {
  return { id: `sample-bank:${id}`, name, currency: 'EUR', lastDigits: null };
}
