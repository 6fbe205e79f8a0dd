import { addDays } from '../../src/core/calendar-date.ts';
import type { Source } from '../../src/sources/source.ts';
import { createDemoBank } from '../../src/sources/demo/demo-bank.ts';

const DAYS = 30;

/** The demo bank with only the last days of its year, for `openSource`. */
export function demoOfDays(days: number): () => Promise<Source> {
  return async () => {
    const bank = createDemoBank({ seed: 7 });
    return {
      ...bank,
      fetch: async (request) => {
        const oldest = addDays(request.today, -days);
        return bank.fetch({ ...request, since: request.since > oldest ? request.since : oldest });
      },
    };
  };
}

/** One month, for tests that do not depend on the amount of data: a tenth of the work. */
export const shortDemo = demoOfDays(DAYS);
