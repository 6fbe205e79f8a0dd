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
  readonly url: string | null;
  readonly startedAt: string;
  readonly accounts: readonly AccountStatus[];
}

export interface StatusNote extends Report {
  /** Selects the page on which the user can solve the problem. */
  readonly about: 'workbook' | 'connection' | 'run' | 'plan' | 'database' | 'balance' | 'webhook';
  readonly connection: ConnectionInNeed | null;
  readonly lines: number | null;
  /** Id of a connection whose permission `connection.renew` can extend. */
  readonly renewable?: string;
}

export interface ConnectionInNeed {
  readonly name: string;
  readonly problem: Report;
  readonly lastSuccessAt: string | null;
  readonly nextTryAt: string | null;
}

export interface AccountStatus {
  readonly id: string;
  readonly name: string;
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
  readonly balances: BalanceSummary | null;
  readonly nextRunAt: string | null;
  readonly schedule: 'none' | 'paused' | 'on';
  /** True if the account has a bank connection or a watched folder. */
  readonly canSync: boolean;
  /** True if every connection waits for the user's consent. */
  readonly awaitsConsent: boolean;
  readonly running: boolean;
}

export interface BalanceSummary {
  /** The rows of all accounts in use match their stated balances until this day; null if no account has matching balances. */
  readonly provenUntil: string | null;
  readonly proven: number;
  readonly differing: number;
  readonly accounts: number;
}

export interface Need {
  /** Identifies the problem across retries. Begins with the account's id. */
  readonly key: string;
  readonly about: StatusNote['about'];
  readonly connection: { readonly id: string; readonly name: string } | null;
  readonly told: Report;
}

export interface AccountNeeds {
  readonly accountId: string;
  readonly running: boolean;
  readonly needs: readonly Need[];
  readonly connections: readonly ConnectionView[];
}

export interface CertificateView {
  readonly caPath: string;
  readonly fingerprint: string;
  /** Guides that do not change the system come first. */
  readonly guides: readonly TrustGuideView[];
}

/** The token is valid for one minute. */
export interface ApiAccess {
  readonly url: string;
  readonly caPath: string;
  readonly token: string;
  readonly scopes: readonly ('read' | 'write')[];
}

/** The title, steps and note of a guide are in the message catalogue, under its id. */
export interface TrustGuideView {
  readonly id: string;
  readonly commands: readonly string[];
  readonly undo: readonly string[];
}

export interface Finding extends Report {
  readonly check: string;
  readonly about:
    | 'folder'
    | 'privacy'
    | 'space'
    | 'engine'
    | 'database'
    | 'workbook'
    | 'mirror'
    | 'memory'
    | 'copies'
    | 'balances'
    | 'certificate'
    | 'connection';
  readonly name: string | null;
  readonly status: 'ok' | 'warning' | 'problem';
}

export interface RepairView {
  readonly setAside: string | null;
  readonly copy: { readonly name: string; readonly takenAt: string } | null;
}

/** A page has a few thousand rows, so that an export of any size needs little memory. */
export interface ExportPage {
  /** Changes when the rows change. Pages with different versions must not be combined. */
  readonly version: number;
  readonly rows: readonly ExportedTransaction[];
  /** Null after the last page. */
  readonly next: number | null;
}

export const settingsSchema = z.strictObject({
  syncsPerHour: z.int().check(z.gte(1), z.lte(1000)),
  syncsPerDay: z.int().check(z.gte(1), z.lte(10_000)),
});

export type Settings = z.infer<typeof settingsSchema>;

export const serviceProcedures = {
  'service.status': procedure<StatusView>()({}),
  'service.needs': procedure<readonly AccountNeeds[]>()({}),
  'service.certificate': procedure<CertificateView>()({}),
  /** A link that signs a browser in. It works once, and only for a few minutes. */
  'service.dashboardLink': procedure<{ readonly url: string; readonly expiresAt: string }>()({}),
  /** Issues a one-minute token, which is not stored, for a command that calls the API right away. */
  'service.apiAccess': procedure<ApiAccess>()({
    accountId,
    scopes: z.array(scope).check(z.minLength(1), z.maxLength(2)),
  }),
  'service.doctor': procedure<readonly Finding[]>()({}),
  /** Rebuilds each cached copy of rows that differs from its workbook. Returns the names of the accounts with such a copy. */
  'service.rebuildMirrors': procedure<readonly string[]>()({}),
  'settings.get': procedure<Settings>()({}),
  'settings.set': procedure<Settings>()(z.partial(settingsSchema).shape),
  /** Before it returns page 0, it reads the workbook again if the workbook has changed. */
  'export.transactions': procedure<ExportPage>()({
    accountId,
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    page: z.int().check(z.gte(0)),
  }),
};
