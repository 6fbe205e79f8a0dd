import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import type { ConnectionView } from './connections.ts';
import type { ExportedTransaction } from '../transaction-view.ts';
import { procedure } from './procedure.ts';
import { scope } from './tokens.ts';

export interface StatusView {
  readonly version: string;
  readonly dataFolder: string;
  /** Null when no API is being served. */
  readonly url: string | null;
  readonly startedAt: string;
  readonly accounts: readonly AccountStatus[];
}

/** By the code of what is wrong; a page may have words of its own for it. */
export interface StatusNote extends Report {
  /** The page with the remedy. */
  readonly about: 'workbook' | 'connection' | 'run' | 'plan' | 'database' | 'balance' | 'webhook';
  /** Parameters of `message` and `remedy`; null for items that do not concern a connection. */
  readonly connection: ConnectionInNeed | null;
  /** How many lines of the workbook it is about; null for what is not about lines. */
  readonly lines: number | null;
  /** The id of the connection whose permission a person can extend, or give again: see `connection.renew`. */
  readonly renewable?: string;
}

export interface ConnectionInNeed {
  readonly name: string;
  readonly problem: Report;
  readonly lastSuccessAt: string | null;
  /** When it is asked next without a person; null when only a person asks. */
  readonly nextTryAt: string | null;
}

export interface AccountStatus {
  readonly id: string;
  readonly name: string;
  /** ok: nothing to do. attention: a person is needed; `notes` say why. */
  readonly health: 'ok' | 'attention';
  readonly notes: readonly StatusNote[];
  readonly workbook: string | null;
  readonly asOf: string | null;
  readonly lastRun: {
    readonly id: string;
    readonly status: string;
    readonly finishedAt: string | null;
    readonly added: number;
  } | null;
  /** Null where no balance was ever stated. */
  readonly balances: BalanceSummary | null;
  /** Null where nothing is planned, or all is paused. */
  readonly nextRunAt: string | null;
  readonly schedule: 'none' | 'paused' | 'on';
  /** True if a sync has anything to ask: a bank, or a folder that is watched. Files that a person brings need none. */
  readonly canSync: boolean;
  /** Nothing of what a sync asks comes before a person allows it again. */
  readonly awaitsConsent: boolean;
  readonly running: boolean;
}

/** How the bank accounts of an account add up; `balance.list` says more of each. */
export interface BalanceSummary {
  /** The day until which all add up that do, but for accounts of the past; null when none does. */
  readonly provenUntil: string | null;
  /** How many bank accounts add up, do not, and are there: of the others nothing is provable yet. */
  readonly proven: number;
  readonly differing: number;
  readonly accounts: number;
}

/** Something that a person has to put right. */
export interface Need {
  /** The same for every retry, whatever numbers and times its message holds. Begins with the account's id. */
  readonly key: string;
  readonly about: StatusNote['about'];
  /** Whose it is; null for what is not a connection's. */
  readonly connection: { readonly id: string; readonly name: string } | null;
  readonly told: Report;
}

/** The items of an account that need the user, and its connections at the same moment. */
export interface AccountNeeds {
  readonly accountId: string;
  readonly running: boolean;
  readonly needs: readonly Need[];
  readonly connections: readonly ConnectionView[];
}

export interface CertificateView {
  readonly caPath: string;
  /** SHA-256, as trust stores show it. */
  readonly fingerprint: string;
  /** How to trust it, for each system and client; those that need no change of the system first. */
  readonly guides: readonly TrustGuideView[];
}

/** All that a call of the API needs, for a minute. */
export interface ApiAccess {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** The certificate to trust there. */
  readonly caPath: string;
  readonly token: string;
  readonly scopes: readonly ('read' | 'write')[];
}

export interface TrustGuideView {
  readonly id: string;
  readonly title: string;
  /** Steps to do by hand. */
  readonly steps: readonly string[];
  /** Text to paste into a shell or a script. */
  readonly commands: readonly string[];
  /** Takes the trust back. */
  readonly undo: readonly string[];
  readonly note: string | null;
}

/** By a code as that of an error; what is fine has one too. */
export interface Finding extends Report {
  readonly check: string;
  readonly about:
    | 'folder'
    | 'privacy'
    | 'space'
    | 'database'
    | 'workbook'
    | 'mirror'
    | 'memory'
    | 'copies'
    | 'balances'
    | 'certificate'
    | 'connection';
  /** Which account's workbook, or which connection. */
  readonly name: string | null;
  readonly status: 'ok' | 'warning' | 'problem';
}

/** Result of repairing a database. */
export interface RepairView {
  /** The folder that the damaged files were put into; null when there were none. */
  readonly setAside: string | null;
  /** The copy that is the database now; null if there was no sound one. */
  readonly copy: { readonly name: string; readonly takenAt: string } | null;
}

export const settingsSchema = z.strictObject({
  /** How many syncs a script may trigger for each account. */
  syncsPerHour: z.int().check(z.gte(1), z.lte(1000)),
  syncsPerDay: z.int().check(z.gte(1), z.lte(10_000)),
});

export type Settings = z.infer<typeof settingsSchema>;

export const serviceProcedures = {
  'service.status': procedure<StatusView>()(z.strictObject({})),
  'service.needs': procedure<readonly AccountNeeds[]>()(z.strictObject({})),
  'service.certificate': procedure<CertificateView>()(z.strictObject({})),
  /** A link that signs one browser in, once, within a few minutes. */
  'service.dashboardLink': procedure<{ readonly url: string; readonly expiresAt: string }>()(z.strictObject({})),
  /** A token that is stored nowhere, for a command that calls the API right away. */
  'service.apiAccess': procedure<ApiAccess>()(
    z.strictObject({ accountId, scopes: z.array(scope).check(z.minLength(1), z.maxLength(2)) }),
  ),
  'service.doctor': procedure<readonly Finding[]>()(z.strictObject({})),
  /** Reads each workbook again where what is kept of it is not what it holds. Returns the accounts. */
  'service.rebuildMirrors': procedure<readonly string[]>()(z.strictObject({})),
  'settings.get': procedure<Settings>()(z.strictObject({})),
  'settings.set': procedure<Settings>()(z.partial(settingsSchema)),
  /** All transactions of a range of days; everything without one. */
  'export.transactions': procedure<readonly ExportedTransaction[]>()(
    z.strictObject({ accountId, from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) }),
  ),
};
