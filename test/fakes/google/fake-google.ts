import type { Environment } from './api.ts';
import { FaultPlan, type CallId, type Fault } from './faults.ts';
import { FileStore } from './files.ts';
import { personAt, type SheetHand } from './hand.ts';
import { Authority, PERSON, type ClientOptions } from './oauth/authority.ts';
import { ConsentDouble } from './oauth/consent.ts';
import { Quota } from './quota.ts';
import { listen, type CallAction, type SeenRequest } from './server.ts';
import { stateOf, type SpreadsheetSpec } from './spreadsheet-spec.ts';

/**
 * A fake Google: OAuth, Drive and Sheets over HTTP at one local address. It rejects the same requests as Google, keeps
 * all state in memory, and can simulate faults.
 */
export interface FakeGoogle {
  /** `http://127.0.0.1:PORT` */
  readonly root: string;
  /**
   * Adds a desktop OAuth client, in a new project unless `options` names one. Grants of a client in testing expire after
   * seven days.
   */
  addClient(options?: ClientOptions): { clientId: string; clientSecret: string };
  addServiceAccount(): { email: string; privateKey: string };
  /** The user at the consent page in the browser. */
  readonly consent: ConsentDouble;
  /** Adds a spreadsheet of the user and returns its id. Apps cannot see it until the user picks or shares it. */
  addSpreadsheet(spec?: SpreadsheetSpec): string;
  /**
   * Copies a spreadsheet with its owner and the apps that may use it. Much faster than creating another one call by call.
   */
  copySpreadsheet(spreadsheetId: string): string;
  /** The titles of all spreadsheets outside the trash, in order of creation. */
  titles(): string[];
  /** Edits this spreadsheet as its owner would in the browser. */
  hand(spreadsheetId: string): SheetHand;
  readonly requests: readonly SeenRequest[];
  clearRequests(): void;
  /** Makes the next calls that match `fault.call` fail. */
  fail(fault: Fault): void;
  /** Removes all faults and all actions added by `duringCall`. */
  clearFaults(): void;
  /**
   * Makes Drive report `version`, `modifiedTime` and new files late. With `wavers`, only every second answer is outdated.
   */
  lagDrive(milliseconds: number, options?: { readonly wavers?: boolean }): void;
  /** Runs `act` each time this call is answered: after the fake computed the answer, and before it sends it. */
  duringCall(call: CallId, act: CallAction): void;
  /** The user removes the app with this token, or all apps: their tokens end, and the user must pick files again. */
  revoke(refreshToken?: string): void;
  expireAccessTokens(): void;
  close(): Promise<void>;
}

export async function startFakeGoogle({
  clock = { now: () => Date.now() },
  canPack = true,
}: { clock?: { now(): number }; canPack?: boolean } = {}): Promise<FakeGoogle> {
  const files = new FileStore(clock);
  const authority = new Authority(clock, (project) => files.forget(project));
  const environment: Environment = { clock, authority, files, quota: new Quota(clock) };
  const faults = new FaultPlan();
  const requests: SeenRequest[] = [];
  const consent = new ConsentDouble();
  const callActions = new Map<string, CallAction>();
  const server = await listen({ ...environment, canPack, faults, callActions, requests, consent });
  return {
    root: server.root,
    consent,
    requests,
    addClient: (options = {}) => authority.addClient(options),
    addServiceAccount: () => authority.addServiceAccount(),
    addSpreadsheet: (spec = {}) => {
      const file = files.add(stateOf(spec), spec.sharedAs === undefined ? PERSON : 'neighbor@example.com');
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
      callActions.clear();
    },
    lagDrive: (milliseconds, { wavers = false } = {}) => {
      files.lag = { milliseconds, wavers };
    },
    duringCall: (call, act) => void callActions.set(call, act),
    revoke: (refreshToken) =>
      void (refreshToken === undefined ? authority.revokeAll() : authority.revoke(refreshToken)),
    expireAccessTokens: () => authority.expireAccessTokens(),
    close: () => server.close(),
  };
}
