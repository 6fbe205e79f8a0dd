import { rmSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  answerPennyrow,
  runPennyrow,
  startServiceIn,
  statementFile,
  type Ended,
  type StartedService,
} from '../../cli/pennyrow.ts';
import { startFakeGoogle, type FakeGoogle } from '../../fakes/google/fake-google.ts';
import type { Person } from '../../support/warm-program.ts';

export type Environment = Readonly<Record<string, string>>;

/** The environment that loads a file of this folder into the program. */
function preloaded(name: string): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import ${new URL(name, import.meta.url).href}` };
}

/** The program waits as usual, but for a shorter time. */
export const QUICK = preloaded('quick-waits.ts');
/** The program's waits do not keep its process alive, so it needs a separate process. */
export const LOOSE: Environment = { ...preloaded('loose-waits.ts'), FIRST_CONTACT_OWN_PROCESS: '1' };

/** Google's real hosts, none of which resolves. */
export const NO_NAMES: Environment = {
  NODE_OPTIONS: `${QUICK.NODE_OPTIONS} ${preloaded('no-names.ts').NODE_OPTIONS}`,
  PENNYROW_GOOGLE_URL: '',
};

/** A fixed port without a listener, because a port that was free a moment ago may belong to another test by now. */
export const NOBODY = { port: 9, url: 'http://127.0.0.1:9' } as const;

/** Uses the names of Google's real hosts; the server at this local port answers for them. */
export function elsewhere(port: number): Environment {
  return {
    NODE_OPTIONS: `${QUICK.NODE_OPTIONS} ${preloaded('elsewhere.ts').NODE_OPTIONS}`,
    FIRST_CONTACT_ELSEWHERE_PORT: String(port),
    PENNYROW_GOOGLE_URL: '',
  };
}

/** Short waits, and `silenceMs` as the timeout for a response. */
export function impatient(silenceMs: number): Environment {
  return { ...QUICK, FIRST_CONTACT_SILENCE_MS: String(silenceMs) };
}

const MORE_THAN_A_MINUTE_MS = 61_000;

/** A user with a Google spreadsheet who runs commands in a shell. */
export interface GoogleHome {
  readonly fake: FakeGoogle;
  readonly folder: string;
  readonly spreadsheetId: string;
  /** Runs the built program, with short waits by default. */
  run(args: readonly string[], environment?: Environment): Promise<Ended>;
  /** Like `run`, for commands that open a browser, in which the user consents at once. */
  runWithConsent(
    args: readonly string[],
    allowed?: Parameters<FakeGoogle['consent']['allow']>[0],
    environment?: Environment,
  ): Promise<Ended>;
  /** The built program's service on the same folder. */
  serve(environment?: Environment): Promise<StartedService>;
  /** A new statement with these payees and unique account numbers. */
  statement(...payees: readonly string[]): string;
  /** The descriptions in the sheet, in order. */
  payees(): Promise<string[]>;
  close(): Promise<void>;
}

/** One home for all tests of a file, created on first use. Call at the top of the file. */
export function useGoogleHome(): () => Promise<GoogleHome> {
  let home: Promise<GoogleHome> | null = null;
  afterAll(async () => (await home)?.close());
  return () => (home ??= googleHome());
}

async function googleHome(): Promise<GoogleHome> {
  // The fake's clock skips a minute before each command, because Google's limits are per minute.
  let ahead = 0;
  const fake = await startFakeGoogle({ clock: { now: () => Date.now() + ahead } });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-first-contact-')));
  const { clientId, clientSecret } = fake.addClient();
  const own = {
    PENNYROW_GOOGLE_URL: fake.root,
    PENNYROW_GOOGLE_CLIENT_ID: clientId,
    PENNYROW_GOOGLE_CLIENT_SECRET: clientSecret,
  };
  let statements = 0;

  const run: GoogleHome['run'] = (args, environment = QUICK) => {
    ahead += MORE_THAN_A_MINUTE_MS;
    return runPennyrow(folder, args, { ...own, ...environment });
  };

  const runWithConsent: GoogleHome['runWithConsent'] = (args, allowed = {}, environment = QUICK) => {
    ahead += MORE_THAN_A_MINUTE_MS;
    let output = '';
    let isAsked = false;
    const person: Person = (piece) => {
      output += piece;
      const url = /http:\/\/[\d.]+:\d+\/o\/oauth2\/v2\/auth\?[^\s"]+(?=[\s"])/.exec(output)?.[0];
      if (url === undefined || isAsked) return;
      isAsked = true;
      fake.consent.allow(allowed);
      void fake.consent.visit(url).catch(() => undefined);
    };
    return answerPennyrow(folder, [...args, '--no-browser'], { ...own, ...environment }, person, '');
  };

  const home = {
    fake,
    folder,
    run,
    runWithConsent,
    serve: (environment: Environment = QUICK) => startServiceIn(folder, { ...own, ...environment }),
    statement: (...payees: readonly string[]) =>
      statementFile(folder, payees, `statement-${(statements += 1)}.ofx`, `S${statements}`),
    close: async () => {
      await fake.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const connected = await runWithConsent(['workbook', 'connect', 'google', '--json']);
  const spreadsheetId = connected.json<{ place: { spreadsheetId: string } }>().place.spreadsheetId;
  return {
    ...home,
    spreadsheetId,
    payees: async () => {
      const [, ...rows] = await fake.hand(spreadsheetId).shown('Transactions');
      return rows.map(([, payee]) => payee ?? '');
    },
  };
}
