import type * as z from 'zod/mini';
import type { Instant } from '../core/calendar-date.ts';
import type { CsvAnswers, CsvMapping, DayMonthOrder, StatementInspection } from '../core/csv-mapping.ts';
import type { FormField } from '../core/kind-form.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Line } from './ask.ts';
import type { AccessTest, Source } from './source.ts';

/**
 * All that is particular to one kind of source, in a folder of its own; `kinds.ts` lists them. What it says stands in
 * `messages.json` beside it. What costs something to load, such as the source itself, is imported when it is used: each
 * command loads the descriptors.
 */
export interface SourceKind {
  /** Stored with each connection: never changes. */
  readonly id: string;
  /** `bank`: a service that is asked; `files`: reads statement files; `trial`: makes things up. */
  readonly group: 'bank' | 'files' | 'trial';
  /** Whose banks it serves: codes of ISO 3166-1; left out by one that asks nobody where. */
  readonly countries?: readonly string[];
  readonly form: readonly FormField[];
  /** Where a person gets what the form asks for: a page that the guide above it links to. */
  readonly guideLink?: string;
  /** Of `pennyrow connection add KIND`. */
  readonly examples: readonly [string, ...string[]];
  /** Its settings come from the command line alone, since they decide what this machine runs. */
  readonly isSetInTerminal?: boolean;
  /** What a person sets. What a source remembers stands beside it, and is the source's own. */
  readonly settings: z.ZodMiniType<Readonly<Record<string, unknown>>>;
  /** Null for one that needs nobody to let it in. */
  readonly access: SourceAccess | null;
  /** Hosts that it may reach: all on the list, or the one that the secret names. */
  readonly hosts: readonly string[] | 'named-by-secret';
  /** Hosts that a link of the dashboard may open in the browser. */
  readonly links: readonly string[];
  /** A page of docs/guide. */
  readonly helpPage: string;
  /** Throws PennyrowError for settings that are well-formed and of no use. */
  check?(settings: Readonly<Record<string, unknown>>): void;
  /** The source of one connection, opened for one fetch or test. */
  open(context: SourceContext): Promise<Source>;
  /** Reads statement files; one kind alone does. */
  readonly files?: StatementReader;
}

/** How a source is let in. */
export interface SourceAccess {
  /** What a person fills in; what is sealed of it is the kind's own business. */
  readonly secret: z.ZodMiniType<Readonly<Record<string, string>>>;
  readonly allowance: RequestAllowance;
  /** Whether it can be asked once more for days that were fetched before. */
  readonly reachesBack: boolean;
  /** For a secret that can be saved though it does not work now: with `--anyway`. */
  readonly savesAnyway?: boolean;
  /** Makes an access of what was filled in, and seals it. By default it is tried, then sealed as it is: see `sealTested`. */
  authorise?(given: Readonly<Record<string, string>>, options: AuthoriseOptions): Promise<Authorised>;
  /** For one that a person allows on a page of a service, again when that has ended: in place of `authorise`. */
  ask?(asked: AskedAccess, context: AccessContext): Promise<SourceQuestion>;
  /** The names of the banks that its service has for what was filled in, whatever stands for the bank there. */
  banks?(asked: AskedAccess, context: AccessContext): Promise<readonly string[]>;
  /** Gives back what was sealed, before it is forgotten. Throws when the service cannot be told. */
  revoke?(sealed: string, context: AccessContext): Promise<void>;
}

export interface AskedAccess {
  readonly settings: Readonly<Record<string, unknown>>;
  /** What a person filled in; null for a permission that is asked for again. */
  readonly secret: Readonly<Record<string, string>> | null;
  /** What was sealed before; null for a new connection, or when it is lost. */
  readonly sealed: string | null;
}

export interface AccessContext {
  readonly clock: Clock;
  readonly line: Line;
  readonly signal: AbortSignal;
}

/** A person is asked by way of a browser. */
export interface SourceQuestion {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly granted: Promise<GrantedAccess>;
  /** The address that the service sent the browser to. Throws when it is no answer to this question. */
  receive(address: string): void;
  end(): void;
}

export interface GrantedAccess {
  /** To be sealed. */
  readonly secret: string;
  /** When the permission ends on its own; null when it does not. */
  readonly endsAt: Instant | null;
  /** To be remembered in the connection's settings; never a secret. */
  readonly news: Readonly<Record<string, unknown>>;
}

/** How often a source may be asked in any 24 hours. */
export interface RequestAllowance {
  readonly perDay: number;
  /** Of these, how many are left to a person when nobody is at the machine. */
  readonly reserved: number;
  /** How many have to be taken before none is left for days of the past. */
  readonly past: number;
}

export interface AuthoriseOptions {
  /** Under which name the access is sealed. */
  readonly name: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /**
   * Asks with what would be sealed, before it is; what it throws keeps it from being sealed. Null to seal it without
   * asking.
   */
  readonly prove: ((secret: string) => Promise<AccessTest>) | null;
  /** Of the kind: see `SourceAccess`. */
  readonly savesAnyway: boolean;
  readonly line?: Line;
}

export interface Authorised {
  /** To be remembered in the connection's settings; never a secret. */
  readonly news: Readonly<Record<string, unknown>>;
  /** What it answered before it was sealed; null when it was not asked. */
  readonly proof: AccessTest | null;
}

/** What is a connection's, and what it may use. */
export interface SourceContext {
  /** What was set and what was remembered. */
  readonly settings: Readonly<Record<string, unknown>>;
  remember(news: object): void;
  /** What `authorise` sealed; null when there is none. */
  readonly secret: () => Promise<string | null>;
  /** A person waits for the answer, rather than the schedule or a script. */
  readonly isPerson: boolean;
  /** There are rows of pending transactions of it, which the next fetches follow. */
  readonly hasPendingRows: boolean;
  readonly budget: { take(purpose: 'latest' | 'past'): number | null };
  readonly archive: {
    find(request: string, sinceMs: number): { readonly atMs: number; readonly text: string } | null;
    keep(request: string, text: string): void;
  };
  /** Epoch milliseconds of the last fetch whose result is in the workbook; 0 for none. */
  readonly writtenUntilMs: number;
  readonly clock: Clock;
  readonly line: Line;
  /** What is known of the account's statement files. */
  readonly statements: { isNew(contentHash: string): boolean; readonly csv: CsvMemory };
}

/** What a person said before of files that do not explain themselves. */
export interface CsvMemory {
  /** Null for a make of file that nobody was asked about yet. */
  find(fingerprint: string): CsvMapping | null;
  /** How other makes of file of the same connection are read: what a person is likely to answer again. */
  others?(): readonly CsvMapping[];
  /** The account that the person names for these files, where they do not say their own. */
  readonly account: string | null;
  /** The order that the person gives for dates of QIF files that may mean two days; null when nobody did. */
  readonly dateOrder?: DayMonthOrder | null;
}

/** A folder of statement files. */
export interface WatchedFolder {
  /** Absolute; null for a connection whose files are only imported by hand. */
  readonly folder: string | null;
  /** What becomes of a file in the folder once it is imported. */
  readonly afterwards: 'move' | 'leave';
}

/** A file by its place, or by what it holds. */
export type FileToInspect = { readonly path: string } | { readonly name: string; readonly bytes: Buffer };

export interface InspectionWanted {
  readonly answers?: CsvAnswers | undefined;
  readonly mapping?: CsvMapping | undefined;
}

/** What is at a path that a person is typing. */
export interface FolderLook {
  /** The full path that is meant; null for one that is none, such as "Downloads". */
  readonly path: string | null;
  readonly state: 'folder' | 'missing' | 'closed' | 'relative';
  /** How many files in it are named like statement files. */
  readonly statements: number;
  /** Full paths of folders to continue with: those in it, or those that begin as it does. */
  readonly folders: readonly string[];
}

export interface StatementReader {
  watched(settings: Readonly<Record<string, unknown>>): WatchedFolder;
  /** The files as one source. */
  open(paths: readonly string[], memory: CsvMemory): Promise<Source>;
  inspect(file: FileToInspect, memory: CsvMemory, wanted: InspectionWanted): Promise<StatementInspection>;
  /** SHA-256 of its bytes, in hex. */
  contentHash(path: string): Promise<string>;
  /** Moves an imported file out of its watched folder. */
  fileAway(path: string): Promise<void>;
  watch(options: WatchOptions): Promise<{ close(): Promise<void> }>;
  look(typed: string): Promise<FolderLook>;
}

export interface WatchOptions {
  readonly folder: string;
  /** Called with each statement file that is there or appears, once it is fully written. */
  readonly onFile: (path: string) => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
}
