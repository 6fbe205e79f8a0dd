import type { Environment } from './api.ts';
import { FaultPlan, type CallId, type Fault } from './faults.ts';
import { FileStore } from './files.ts';
import { personAt, type SheetHand } from './hand.ts';
import { Authority, PERSON, type ClientOptions } from './oauth/authority.ts';
import { ConsentDouble } from './oauth/consent.ts';
import { Quota } from './quota.ts';
import { listen, type Meanwhile, type SeenRequest } from './server.ts';
import { stateOf, type SpreadsheetSpec } from './spreadsheet-spec.ts';

/**
 * Google on this machine: OAuth, Drive and Sheets over real HTTP at one address. It refuses what the real one
 * refuses, holds all it knows in memory, and can be told to fail.
 */
export interface FakeGoogle {
  /** `http://127.0.0.1:PORT` */
  readonly root: string;
  /** A desktop OAuth client, of a project of its own unless one is named. In testing its grants die after seven days. */
  addClient(options?: ClientOptions): { clientId: string; clientSecret: string };
  addServiceAccount(): { email: string; privateKey: string };
  /** The person at the browser. */
  readonly consent: ConsentDouble;
  /** A spreadsheet that the person has already; no app sees it until it is picked or shared. Returns its id. */
  addSpreadsheet(spec?: SpreadsheetSpec): string;
  /** Another one like it, of the same owner and for the same apps: making one call by call costs a test most of its time. */
  copySpreadsheet(spreadsheetId: string): string;
  /** The titles of all spreadsheets that are in no bin, in the order in which they were made. */
  titles(): string[];
  /** The person at the sheet. */
  hand(spreadsheetId: string): SheetHand;
  readonly requests: readonly SeenRequest[];
  clearRequests(): void;
  /** What goes wrong with the next calls that it names. */
  fail(fault: Fault): void;
  /** Nothing goes wrong any more, and nobody does anything meanwhile. */
  clearFaults(): void;
  /**
   * Drive tells `version` and `modifiedTime` of changes, and lists what is new, only after a while; `wavers`: in every second
   * answer, and of now in the others.
   */
  lagDrive(milliseconds: number, options?: { readonly wavers?: boolean }): void;
  /** What somebody does whenever this call is being answered: after the answer was worked out, before it arrives. */
  meanwhile(call: CallId, act: Meanwhile): void;
  /** The person turns an app out, or all: their grants end, and the files are to be picked again. */
  revoke(refreshToken?: string): void;
  expireAccessTokens(): void;
  close(): Promise<void>;
}

export async function startFakeGoogle({
  clock = { now: () => Date.now() },
}: { clock?: { now(): number } } = {}): Promise<FakeGoogle> {
  const files = new FileStore(clock);
  const authority = new Authority(clock, (project) => files.forget(project));
  const environment: Environment = { clock, authority, files, quota: new Quota(clock) };
  const faults = new FaultPlan();
  const requests: SeenRequest[] = [];
  const consent = new ConsentDouble();
  const meanwhile = new Map<string, Meanwhile>();
  const server = await listen({ ...environment, faults, meanwhile, requests, consent });
  return {
    root: server.root,
    consent,
    requests,
    addClient: (options = {}) => authority.addClient(options),
    addServiceAccount: () => authority.addServiceAccount(),
    addSpreadsheet: (spec = {}) => {
      const file = files.add(stateOf(spec), spec.sharedAs === undefined ? PERSON : 'neighbour@example.com');
      if (spec.sharedAs !== undefined) file.shares.set(PERSON, spec.sharedAs);
      return file.id;
    },
    copySpreadsheet: (spreadsheetId) => {
      const original = files.get(spreadsheetId);
      if (original === null) throw new Error(`There is no spreadsheet ${spreadsheetId}.`);
      const { state, owner, shares, apps } = original;
      const copy = files.add(state, owner);
      for (const [email, role] of shares) copy.shares.set(email, role);
      for (const project of apps) copy.apps.add(project);
      return copy.id;
    },
    titles: () =>
      files
        .all()
        .filter(({ isTrashed }) => !isTrashed)
        .map(({ state }) => state.properties.title ?? ''),
    hand: (spreadsheetId) => personAt(spreadsheetId, environment),
    clearRequests: () => void requests.splice(0),
    fail: (fault) => faults.add(fault),
    clearFaults: () => {
      faults.clear();
      meanwhile.clear();
    },
    lagDrive: (milliseconds, { wavers = false } = {}) => {
      files.lag = { milliseconds, wavers };
    },
    meanwhile: (call, act) => void meanwhile.set(call, act),
    revoke: (refreshToken) =>
      void (refreshToken === undefined ? authority.revokeAll() : authority.revoke(refreshToken)),
    expireAccessTokens: () => authority.expireAccessTokens(),
    close: () => server.close(),
  };
}
