import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import { procedure } from './procedure.ts';

export const accountId = z.string().check(z.minLength(1));
const NAME_LENGTH = 'a name has 1 to 100 characters';

/** One clean line, since it is printed and logged. */
export const name = z.string().check(z.overwrite(oneLine), z.minLength(1, NAME_LENGTH), z.maxLength(100, NAME_LENGTH));

/** An IANA zone; whether it exists is checked by the handler, which knows them. */
const timeZone = z.string().check(z.minLength(1), z.maxLength(64));

const entitlement = z.strictObject({
  kind: z.enum(['personal', 'trial', 'subscription']),
  /** ISO 8601; null for no end in sight. */
  endsAt: z.nullable(z.iso.datetime()),
});

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly entitlement: {
    readonly kind: 'personal' | 'trial' | 'subscription';
    readonly endsAt: string | null;
    readonly active: boolean;
  };
  /** Name of the workbook for the user; null without one. */
  readonly workbook: string | null;
  readonly createdAt: string;
}

/**
 * What became of the permission of a service: withdrawn there; still given, because other accounts live by it;
 * forgotten here only, because the service could not be reached; none there was.
 */
export type FormerPermission = 'revoked' | 'shared' | 'unreachable' | 'none';

export interface RemovedAccountView {
  readonly permission: FormerPermission;
  /** Connections whose services could not be told that their permission is not needed any more. */
  readonly unrevoked: readonly string[];
  /** Of the workbook that `permission` was for; null for none. */
  readonly kind: string | null;
}

export const accountProcedures = {
  'account.list': procedure<readonly AccountView[]>()(z.strictObject({})),
  /** Comes with a new local workbook, ready to import into. */
  'account.add': procedure<AccountView>()(z.strictObject({ name, timeZone: z.optional(timeZone) })),
  'account.update': procedure<AccountView>()(
    z.strictObject({
      accountId,
      name: z.optional(name),
      timeZone: z.optional(timeZone),
      entitlement: z.optional(entitlement),
    }),
  ),
  /** Its workbook stays. */
  'account.remove': procedure<RemovedAccountView>()(z.strictObject({ accountId })),
};
