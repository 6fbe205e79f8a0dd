import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

const mailAddress = z.email().check(z.maxLength(254));

/** A name or an address of the internet, and nothing that could end a line of the protocol. */
const host = z.string().check(z.minLength(1), z.maxLength(253), z.regex(/^[\w.:-]+$/));

export const MAIL_SECURITIES = ['tls', 'starttls'] as const;
/** How the line to a mail server is encrypted: from its first byte on, or once both agreed to. There is no third way. */
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** The ports by which providers have agreed to take mail from programs (RFC 8314). */
export const MAIL_PORTS: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587 };

const server = z.strictObject({
  host,
  port: z.int().check(z.gte(1), z.lte(65_535)),
  security: z.enum(MAIL_SECURITIES),
  /** Null where the server wants no login. */
  user: z.nullable(z.string().check(z.minLength(1), z.maxLength(254))),
});

export type MailServer = z.infer<typeof server>;

const cycle = {
  cycle: z.enum(['daily', 'weekly']),
  /** Monday is 1; what day a daily digest has does not matter. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  /** "07:00", in the account's time zone. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** Of a language that Pennyrow speaks. */
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)),
  /** Each new transaction is named; else only how many there are, and their sums. */
  listsTransactions: z.boolean(),
};

const cycleSchema = z.strictObject(cycle);

/** When a digest is sent, and in which words. */
export type MailCycle = z.infer<typeof cycleSchema>;

export interface MailView extends MailCycle {
  readonly accountId: string;
  readonly timeZone: string;
  /** Null where it cannot be unsealed any more: it has to be entered again. */
  readonly target: { readonly server: MailServer; readonly from: string; readonly to: string } | null;
  readonly nextAt: string;
  readonly lastSentAt: string | null;
  /** The digest that no server has taken yet; null where none waits. */
  readonly waiting: {
    readonly since: string;
    readonly attempts: number;
    /** Null for as soon as the service serves. */
    readonly nextAt: string | null;
    readonly problem: Report | null;
  } | null;
}

export const mailProcedures = {
  /** Null where nobody asked for a digest. */
  'mail.get': procedure<MailView | null>()(z.strictObject({ accountId })),
  /**
   * Without a password the one that is kept holds, as long as it goes to the same server for the same user. What
   * happened before a first digest was asked for is not told.
   */
  'mail.set': procedure<MailView>()(
    z.strictObject({
      accountId,
      server,
      password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
      from: mailAddress,
      to: mailAddress,
      ...cycle,
    }),
  ),
  /** Sends a test at once. Throws why it was not taken; where it was, a digest that waits is tried again. */
  'mail.test': procedure<{ readonly to: string }>()(z.strictObject({ accountId })),
  'mail.remove': procedure<null>()(z.strictObject({ accountId })),
};
