import * as z from 'zod/mini';

/** The body of every response outside 2xx and 304. */
export const problem = z
  .strictObject({
    error: z.string().check(z.meta({ description: 'What went wrong, and where it can be told, what to do.' })),
  })
  .check(
    z.meta({
      id: 'Problem',
      examples: [{ error: 'start_date must be a day of the calendar as YYYY-MM-DD, not "31.01.2026".' }],
    }),
  );

export type Problem = z.infer<typeof problem>;
