import type * as z from 'zod/mini';
import type { Instant } from '../core/calendar-date.ts';
import type {
  CsvAnswers,
  CsvMapping,
  DayMonthOrder,
  LearnedCsvMapping,
  StatementInspection,
} from '../core/csv-mapping.ts';
import type { FolderLook, FormField } from '../core/kind-form.ts';
import type { Problem } from '../messages/parameters.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/vault.ts';
import type { NetworkOptions } from './request.ts';
import type { AccessTest, Source } from './source.ts';

/** One kind of source, listed in `kinds.ts`. Every start loads it, so it imports heavy modules, such as the source itself, lazily. */
export interface SourceKind {
  /** Stored with each connection: must never change. */
  readonly id: string;
  /** `bank`: a service; `files`: statement files; `trial`: generated data. */
  readonly group: 'bank' | 'files' | 'trial';
  /** ISO 3166-1 codes of the countries whose banks the kind serves; left out if it serves any country. */
  readonly countries?: readonly string[];
  /** False for a service that accepts no new users. */
  readonly takesNewUsers?: boolean;
  readonly form: readonly FormField[];
  /** The page where the user gets the token or keys that the form requires. */
  readonly guideLink?: string;
  /** Examples for the help of `pennyrow connection add KIND`. */
  readonly examples: readonly [string, ...string[]];
  /** True if connections of this kind are set up on the command line only: their settings decide what this machine executes. */
  readonly isSetInTerminal?: boolean;
  /** Settings made by the user. A source may store its own state in the same object. */
  readonly settings: z.ZodMiniType<Readonly<Record<string, unknown>>>;
  readonly access: SourceAccess | null;
  /** Hosts that the source may reach: those listed, or the host of the URL in the secret. */
  readonly hosts: readonly string[] | 'named-by-secret';
  /** Hosts that links in the dashboard may open. */
  readonly links: readonly string[];
  /** The page of the guide about this kind. Default: `<id>.md`. */
  readonly helpPage?: string;
  /** Throws PennyrowError for settings that are well-formed but unusable. */
  check?(settings: Readonly<Record<string, unknown>>): void;
  open(context: SourceContext): Promise<Source>;
  /** Reads statement files; only the kind `statements` has it. */
  readonly files?: StatementReader;
}

export interface SourceAccess {
  /** The user's input. The kind decides which part of it is stored. */
  readonly secret: z.ZodMiniType<Readonly<Record<string, string>>>;
  readonly allowance: RequestAllowance;
  /** True if `connection backfill` can fetch days again that were fetched before. */
  readonly reachesBack?: boolean;
  /** True if the secret can be saved with `--anyway` even if its test fails. */
  readonly savesAnyway?: boolean;
  /** Turns the user's input into credentials and stores them. Default: `saveTestedAccess`. */
  authorize?(given: Readonly<Record<string, string>>, options: AuthorizeOptions): Promise<Authorized>;
  /** Requests a permission that the user grants on a website, and renews there after it ends. Used instead of `authorize`. */
  ask?(input: AccessInput, context: AccessContext): Promise<ConsentRequest>;
  /** The names of the banks to choose from, given the rest of the user's input. */
  banks?(input: AccessInput, context: AccessContext): Promise<readonly string[]>;
  /** Revokes the permission before its secret is deleted. Throws if the service cannot be reached. */
  revoke?(sealed: string, context: AccessContext): Promise<void>;
}

export interface AccessInput {
  readonly settings: Readonly<Record<string, unknown>>;
  /** The user's input; null when a permission is renewed. */
  readonly secret: Readonly<Record<string, string>> | null;
  /** The stored credentials; null for a new connection, or if they are lost. */
  readonly sealed: string | null;
}

export interface AccessContext {
  readonly clock: Clock;
  readonly network: NetworkOptions;
  readonly signal: AbortSignal;
}

export interface ConsentRequest {
  readonly url: string;
  readonly expiresAt: number;
  readonly granted: Promise<GrantedAccess>;
  /** Takes the address that the service redirected the browser to. Throws if it does not belong to this request. */
  receive(address: string): void;
  end(): void;
}

export interface GrantedAccess {
  readonly secret: string;
  /** The time when the permission ends; null if it does not end. */
  readonly endsAt: Instant | null;
  readonly news: Readonly<Record<string, unknown>>;
}

interface RequestAllowance {
  readonly perDay: number;
  /** The number of requests per day that are reserved for runs that the user starts. */
  readonly reserved: number;
  /** After this many requests in a day, only recent days are fetched. */
  readonly past: number;
}

export interface AuthorizeOptions {
  readonly name: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /** Tests a secret; if it throws, the secret is not stored. Null to store the secret untested. */
  readonly prove: ((secret: string) => Promise<AccessTest>) | null;
  readonly savesAnyway: boolean;
  readonly network?: NetworkOptions;
}

export interface Authorized {
  readonly news: Readonly<Record<string, unknown>>;
  readonly proof: AccessTest | null;
}

export interface SourceContext {
  /** The user's settings and the source's own state. */
  readonly settings: Readonly<Record<string, unknown>>;
  remember(news: object): void;
  readonly secret: () => Promise<string | null>;
  /** True if the user waits for the result; false for schedules and scripts. */
  readonly isPerson: boolean;
  /** True if the spreadsheet has rows of pending transactions of this connection. */
  readonly hasPendingRows: boolean;
  readonly budget: { take(purpose: 'latest' | 'past'): number | null };
  readonly archive: {
    find(request: string, sinceMs: number): { readonly atMs: number; readonly text: string } | null;
    keep(request: string, text: string): void;
  };
  /** Epoch milliseconds of the last fetch whose result is in the workbook; 0 for none. */
  readonly writtenUntilMs: number;
  readonly clock: Clock;
  readonly network: NetworkOptions;
  readonly statements: { isNew(contentHash: string): boolean; readonly csv: CsvMemory };
}

/** The user's earlier answers about ambiguous files, as plain values that can be sent to a worker thread. */
export interface CsvMemory {
  /** How CSV files of the account are read, by the fingerprint of their layout; the newest first. */
  readonly mappings: readonly LearnedCsvMapping[];
  /** The account that the user assigned to files that do not name one. */
  readonly account: string | null;
  /** The user's choice for ambiguous dates in QIF files; null if there is none. */
  readonly dateOrder?: DayMonthOrder | null;
}

export interface WatchedFolder {
  /** Absolute; null for a connection without a watched folder. */
  readonly folder: string | null;

  readonly afterwards: 'move' | 'leave';
}

export type FileToInspect = { readonly path: string } | { readonly name: string; readonly bytes: Buffer };

export interface InspectionOptions {
  /** Detects the mapping again with these answers. */
  readonly answers?: CsvAnswers | undefined;
  readonly mapping?: CsvMapping | undefined;
}

export interface StatementReader {
  watched(settings: Readonly<Record<string, unknown>>): WatchedFolder;
  open(paths: readonly string[], memory: CsvMemory): Promise<Source>;
  inspect(file: FileToInspect, memory: CsvMemory, options: InspectionOptions): Promise<StatementInspection>;
  contentHash(path: string): Promise<string>;
  /** Moves an imported file out of its watched folder. */
  fileAway(path: string): Promise<void>;
  watch(options: WatchOptions): Promise<{ close(): Promise<void> }>;
  look(typed: string): Promise<FolderLook>;
}

export interface WatchOptions {
  readonly folder: string;
  readonly onFile: (path: string) => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Throws `otherwise` unless the text is a lower-case UUID (RFC 9562). */
export function requireUuid(text: unknown, otherwise: Problem): void {
  if (typeof text !== 'string' || !UUID.test(text)) throw new PennyrowError(otherwise);
}
