import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import { procedure } from './procedure.ts';

export const accountId = z.string().check(z.minLength(1));
const NAME_LENGTH = 'a name has 1 to 100 characters';

/** Line breaks become spaces, because names are printed and logged in one line. */
export const name = z.string().check(z.overwrite(oneLine), z.minLength(1, NAME_LENGTH), z.maxLength(100, NAME_LENGTH));

const timeZone = z.string().check(z.minLength(1), z.maxLength(64));

const entitlement = z.strictObject({
  kind: z.enum(['personal', 'trial', 'subscription']),
  /** ISO 8601; null if the plan of the account does not end. */
  endsAt: z.nullable(z.iso.datetime()),
});

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly entitlement: Readonly<z.infer<typeof entitlement>> & { readonly active: boolean };
  readonly workbook: string | null;
  readonly createdAt: string;
}

/** `shared`: kept, because another account uses the permission. `unreachable`: deleted here, but not revoked at the online service. */
export type FormerPermission = 'revoked' | 'shared' | 'unreachable' | 'none';

export interface RemovedAccountView {
  readonly permission: FormerPermission;
  readonly unrevoked: readonly string[];
  readonly kind: string | null;
}

export const accountProcedures = {
  'account.list': procedure<readonly AccountView[]>()({}),
  'account.add': procedure<AccountView>()({ name, timeZone: z.optional(timeZone) }),
  'account.update': procedure<AccountView>()({
    accountId,
    name: z.optional(name),
    timeZone: z.optional(timeZone),
    entitlement: z.optional(entitlement),
  }),
  /** Does not delete the workbook file. */
  'account.remove': procedure<RemovedAccountView>()({ accountId }),
};
