import type { FormField, FormValues } from '../core/kind-form.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { NewWorkbookTexts, Problem, Report } from '../messages/parameters.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Sleep } from '../platform/sleep.ts';
import type { Workbook } from './workbook.ts';

/** One kind of workbook, listed in `kinds.ts`. Every command loads all kinds, so each imports its code only in `start`. */
export interface WorkbookKind {
  /** Stored with each account; never changes. */
  readonly id: string;
  /** True for exactly one kind of workbook, which new accounts get. This kind must have `files`. */
  readonly isDefault?: boolean;
  readonly provider?: string;
  /** Ways to connect a workbook; the first is the default. */
  readonly ways: readonly WorkbookWay[];
  readonly registration: RegistrationForm | null;
  readonly links: readonly string[];
  readonly permissions?: string;
  readonly examples: readonly string[];
  readonly demoExample?: string;
  readonly pages: readonly string[];
  readonly helpPage: string;
  /** URL of a local fake of the service, without a trailing slash; null for the service itself. */
  standIn?(environment: WorkbookContext['environment']): string | null;
  /** Called once per process. Throws PennyrowError for an invalid environment. */
  start(context: WorkbookContext): Promise<WorkbookConnector>;
}

export interface WorkbookWay {
  readonly id: string;
  readonly fields: readonly FormField[];
  readonly asksInBrowser?: boolean;
  readonly makesNew?: boolean;
  /** True if this way renews a lost permission for the same workbook. */
  readonly reconnects?: boolean;
  /** A separate command, such as `pennyrow workbook connect FILE`, whose argument is the first field. */
  readonly verb?: { readonly name: 'connect' | 'create'; readonly examples: readonly string[] };
}

export interface RegistrationForm {
  /** Alternative forms, each sufficient alone. The dashboard offers the first. */
  readonly ways: readonly { readonly fields: readonly FormField[] }[];
  readonly guideLink?: string;
  /** The COMMAND in `pennyrow workbook COMMAND show|set|remove`. */
  readonly command: string;
  readonly examples: readonly string[];
  /** Reported for incomplete input; `missingForDemo` if a demo lacks the credentials. */
  readonly missing: Problem;
  readonly missingForDemo: Problem;
}

export interface WorkbookContext {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Monotonic. */
  readonly steadyClock: Clock;
  readonly sleep: Sleep;
  /** Environment variables; empty ones count as absent. */
  readonly environment: Readonly<Record<string, string>>;
  readonly versionsFolder: (accountId: string) => string;
  readonly page: (problem: Problem, languages: string | undefined) => Promise<string>;
  readonly newWorkbookTexts: () => Promise<NewWorkbookTexts>;
  /** Reports why a request is retried, and when. */
  readonly onRetry: (notice: Problem) => void;
  readonly onGrantLost: (accountId: string) => void;
}

export interface WorkbookConnector {
  open(accountId: string, address: WorkbookAddress): Workbook;
  /** Equal for addresses of the same workbook. */
  identity(address: WorkbookAddress): string;
  /** Prepares to connect a workbook, for a way that needs no consent. */
  candidate(way: string, given: WayInput): Promise<WorkbookCandidate>;
  /** Requests consent in a browser, for a way that needs it. */
  ask?(way: string, given: WayInput): Promise<Question>;
  url?(address: WorkbookAddress): string;
  /** URL of a sheet; appending `&range=A12` selects row 12. */
  sheetUrl?(address: WorkbookAddress, sheetId: string): string;
  readonly registration?: Registration;
  readonly grants?: Grants;
  readonly files?: WorkbookFiles;
  close(): void;
}

export interface WayInput {
  readonly settings: FormValues;
  readonly secret: FormValues;
  /** True if a new workbook is for the demo bank. */
  readonly isDemo: boolean;
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
    readonly workbook: WorkbookAddress | null;
  };
}

export interface WorkbookCandidate {
  /** Null before a new workbook is created. */
  readonly address: WorkbookAddress | null;
  readonly makesNew: boolean;
  settle(signal: AbortSignal): Promise<WorkbookAddress>;
  open(address: WorkbookAddress): Workbook;
  /** The service that granted the permission; null if none is needed. */
  readonly provider: string | null;
  readonly howToConnect: string;
  /** Converts an error after a new workbook was created but not connected: the message names the remaining workbook. */
  leftBehind?(thrown: unknown, address: WorkbookAddress): unknown;
  /** Stores the permission for this account. `retireOld` revokes the account's previous one. */
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  /** Stores the permission until the user has chosen the columns. Missing for kinds that need no consent to connect. */
  hold?(accountId: string, unmapped: Unmapped, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

/** `shared`: not revoked, because another account may depend on the permission. `unreachable`: the service did not answer. */
export type Forgotten = 'revoked' | 'shared' | 'unreachable' | 'none';

/** A workbook with permission, whose columns the user has not chosen yet. */
export interface Unmapped {
  readonly address: WorkbookAddress;
  /** Milliseconds since 1970; null if the permission does not expire. */
  readonly endsAt: number | null;
  readonly problem: Report;
}

export interface Question {
  readonly url: string;
  readonly expiresAt: number;
  readonly granted: Promise<{ readonly candidate: WorkbookCandidate; readonly endsAt: number | null }>;
  /** Accepts the redirect address from a browser on another machine. */
  receive(address: string): void;
  end(): void;
}

/** The accounts' permissions. A permission that one of the accounts in `others` shares is not revoked. */
export interface Grants {
  unmapped(accountId: string): Promise<(Unmapped & { readonly candidate: WorkbookCandidate }) | null>;
  /** Forgets the workbook whose columns were not chosen. Does not revoke its permission if the account still uses it. */
  dropUnmapped(accountId: string, others: readonly string[]): Promise<Forgotten>;
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
}

/** The credentials as shown to the user. Each kind of workbook adds its own fields. */
export interface RegisteredAs {
  readonly name: string;
  /** `package`: provided with the program. */
  readonly from: 'environment' | 'settings' | 'package';
  /** The source of the credentials that apply if the user removes the entered ones. */
  readonly replaces?: 'package';
  readonly [own: string]: string | undefined;
}

export interface Registration {
  find(): Promise<RegisteredAs | null>;
  set(given: FormValues): Promise<void>;
  remove(): Promise<void>;
  /** Reported when the user changes credentials that an environment variable sets. */
  readonly fixed: Problem;
}

export interface WorkbookFiles {
  /** Never overwrites a file. */
  create(path: string, isDemo: boolean): Promise<WorkbookAddress>;
  address(path: string): WorkbookAddress;
  versions(folder: string): Promise<readonly VersionFile[]>;
  /** Restores a version as the file `path`, or under a new name in the same folder if the file exists. Never replaces a file. */
  bringBack(version: { readonly folder: string; readonly name: string }, path: string): Promise<BroughtBack>;
}

export interface VersionFile {
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly bytes: number;
}

export interface BroughtBack {
  readonly path: string;
  readonly isWorkbook: boolean;
}
