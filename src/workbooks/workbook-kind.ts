import type { FormField, FormValues } from '../core/kind-form.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import type { Problem, Report } from '../messages/parameters.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Sleep } from '../platform/sleep.ts';
import type { NewWorkbookTexts } from './new-workbook-texts.ts';
import type { Workbook } from './workbook.ts';

/**
 * All that is particular to one kind of workbook, in a folder of its own; `kinds.ts` lists them. What it says stands in
 * `messages.json` beside it. What costs something to load is imported when it is used: each command loads the descriptors.
 */
export interface WorkbookKind {
  /** Stored with each account: never changes. */
  readonly id: string;
  /** New accounts get one of these, a file; one kind alone, which has `files`. */
  readonly isDefault?: boolean;
  /** Whose service it is, as it is named in a sentence of any language; a file is nobody's. */
  readonly provider?: string;
  /** How one is connected; the first way is what happens unless another one is asked for. */
  readonly ways: readonly WorkbookWay[];
  /** Credentials that are entered once for the whole install; null if none are needed. */
  readonly registration: RegistrationForm | null;
  /** Hosts that a link of the dashboard may open in the browser. */
  readonly links: readonly string[];
  /** Page on which the user revokes a permission when the service was unreachable. */
  readonly permissions?: string;
  /** Of `pennyrow workbook connect KIND`. */
  readonly examples: readonly string[];
  /** Of `pennyrow demo`, for a kind that the demo can write to. */
  readonly demoExample?: string;
  /** Prefixes of the addresses of its workbooks; empty for files. */
  readonly pages: readonly string[];
  /** A page of docs/guide. */
  readonly helpPage: string;
  /** The address of a stand-in for the service on this machine, without a slash at the end; null for the service itself. */
  standIn?(environment: WorkbookContext['environment']): string | null;
  /** Once in a process. Throws PennyrowError for an environment that is of no use. */
  start(context: WorkbookContext): Promise<WorkbookConnector>;
}

/** One way to connect a workbook. */
export interface WorkbookWay {
  readonly id: string;
  readonly fields: readonly FormField[];
  /** A person is asked on a page of the service, in a browser. */
  readonly asksInBrowser?: boolean;
  /** The workbook is made by it. */
  readonly makesNew?: boolean;
  /** Gives the permission for the same workbook again; offered where it was lost. */
  readonly reconnects?: boolean;
  /** A command of its own, `pennyrow workbook connect FILE`, whose argument is the first field. */
  readonly verb?: { readonly name: 'connect' | 'create'; readonly examples: readonly string[] };
}

export interface RegistrationForm {
  /** Either of these, whole. The dashboard takes the first. */
  readonly ways: readonly { readonly fields: readonly FormField[] }[];
  /** Page on which the user gets the values of the form; the guide above it links to it. */
  readonly guideLink?: string;
  /** `pennyrow workbook COMMAND show|set|remove` */
  readonly command: string;
  readonly examples: readonly string[];
  /** When neither of the ways was given whole; and when the demo needs one. */
  readonly missing: Problem;
  readonly missingForDemo: Problem;
}

export interface WorkbookContext {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Never set back. */
  readonly steadyClock: Clock;
  readonly sleep: Sleep;
  /** A variable of the environment; an empty one counts as absent. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of earlier versions of an account's workbook file. */
  readonly versionsFolder: (accountId: string) => string;
  /** HTML of the page shown after a provider redirects back here; `languages` is the browser's Accept-Language. */
  readonly page: (said: Problem, languages: string | undefined) => Promise<string>;
  /** Texts of new workbooks, in the user's language. */
  readonly newWorkbookTexts: () => Promise<NewWorkbookTexts>;
  /** Why somebody waits, and for how long. */
  readonly onRetry: (notice: Problem) => void;
  readonly onGrantLost: (accountId: string) => void;
}

/** All of a kind's workbooks in this process. */
export interface WorkbookConnector {
  open(accountId: string, address: WorkbookAddress): Workbook;
  /** Two addresses with the same one lead to the same workbook. */
  identity(address: WorkbookAddress): string;
  /** By a way that asks nobody. */
  candidate(way: string, given: WayInput): Promise<WorkbookCandidate>;
  /** By a way that asks a person in a browser. */
  ask?(way: string, given: WayInput): Promise<Question>;
  /** URL of a service's workbook. */
  url?(address: WorkbookAddress): string;
  /** The same of one of its sheets; with `&range=A12` behind it, of its row 12. */
  sheetUrl?(address: WorkbookAddress, sheetId: string): string;
  readonly registration?: Registration;
  readonly grants?: Grants;
  /** Makes workbooks without asking, and keeps earlier versions of them; one kind alone does. */
  readonly files?: WorkbookFiles;
  /** Waits for nothing and nobody any longer. */
  close(): void;
}

export interface WayInput {
  readonly settings: FormValues;
  readonly secret: FormValues;
  /** The first rules of a new workbook. */
  readonly rules: readonly NewRule[];
  readonly account: {
    readonly id: string;
    readonly name: string;
    /** IANA zone. */
    readonly timeZone: string;
    readonly workbook: WorkbookAddress | null;
  };
}

export interface NewRule {
  readonly description: string;
  readonly category: string;
}

/** A workbook that no account has yet, and what lets Pennyrow use it. */
export interface WorkbookCandidate {
  /** The future place, as far as it is known before the workbook is created or read. */
  readonly address: WorkbookAddress | null;
  readonly makesNew: boolean;
  /** Makes it, or looks whether it can be used. */
  settle(signal: AbortSignal): Promise<WorkbookAddress>;
  open(address: WorkbookAddress): Workbook;
  /** Whose permission is kept until a person has said which column is which; null where none is needed. */
  readonly provider: string | null;
  /** The command that connects it. */
  readonly howToConnect: string;
  /** Message about a spreadsheet that was created and stays, although it was not connected. */
  leftBehind?(thrown: unknown, address: WorkbookAddress): unknown;
  /** From now on it is the account's. What it answers ends the permission that the account had before. */
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  /** Is kept while a person decides, over restarts too; absent where it can be given once more at any time. */
  hold?(accountId: string, unmapped: Unmapped, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

/** Outcome for a permission. shared: kept, another account may use it. unreachable: the service did not answer. */
export type Forgotten = 'revoked' | 'shared' | 'unreachable' | 'none';

/** A workbook that Pennyrow may use, and whose columns a person has yet to tell. */
export interface Unmapped {
  readonly address: WorkbookAddress;
  /** When the permission dies on its own, in milliseconds since 1970; null when it does not. */
  readonly endsAt: number | null;
  /** Why its columns are not known. */
  readonly problem: Report;
}

/** A person is asked by way of a browser. */
export interface Question {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** `endsAt`: as of `Unmapped`. */
  readonly granted: Promise<{ readonly candidate: WorkbookCandidate; readonly endsAt: number | null }>;
  /** The address of the page that could not be reached, from a browser on another machine. */
  receive(address: string): void;
  end(): void;
}

/** The permissions of accounts. `others`: accounts that may have one too. */
export interface Grants {
  unmapped(accountId: string): Promise<(Unmapped & { readonly candidate: WorkbookCandidate }) | null>;
  /** It is not wanted, or has become the account's workbook, whose permission then stays. */
  dropUnmapped(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** The account needs none any more. */
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
}

/** How it is shown; what else a kind tells of it stands beside these. */
export interface RegisteredAs {
  readonly name: string;
  /** `package`: came with the program, so that nothing has to be entered. */
  readonly from: 'environment' | 'settings' | 'package';
  /** The credentials used after the entered ones are removed; absent if there are none. */
  readonly replaces?: 'package';
  readonly [own: string]: string | undefined;
}

/** Credentials entered for the whole install, without secrets. */
export interface Registration {
  find(): Promise<RegisteredAs | null>;
  set(given: FormValues): Promise<void>;
  remove(): Promise<void>;
  /** Said where the environment's wins over what would be set. */
  readonly fixed: Problem;
}

export interface WorkbookFiles {
  /** Never overwrites a file. */
  create(path: string, rules: readonly NewRule[]): Promise<WorkbookAddress>;
  address(path: string): WorkbookAddress;
  versions(folder: string): Promise<readonly VersionFile[]>;
  /** Puts a version at `path` where there is no file any more, else beside it; never replaces a file. */
  bringBack(version: { readonly folder: string; readonly name: string }, path: string): Promise<BroughtBack>;
}

export interface VersionFile {
  readonly name: string;
  readonly takenAt: string;
  readonly bytes: number;
}

export interface BroughtBack {
  readonly path: string;
  readonly isWorkbook: boolean;
}
