import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A developer's OAuth client of the type "desktop app". */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The app name on the consent page. */
  readonly name: string;
  /** Quotas, file grants and private metadata belong to the project. */
  readonly project: string;
  /** True if the consent screen is not published, so that grants expire after seven days. */
  readonly isTesting: boolean;
}

export interface ClientOptions {
  /** The client id and secret of the program under test; new ones are created by default. */
  readonly existing?: { readonly clientId: string; readonly clientSecret: string };
  readonly name?: string;
  readonly project?: string;
  readonly testing?: boolean;
}

export interface ServiceAccount {
  readonly email: string;
  readonly project: string;
  readonly publicKey: KeyObject;
}

/** The permissions that a user granted. */
export interface Grant {
  readonly refreshToken: string;
  readonly client: Client;
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: number;
  isRevoked: boolean;
}

/** The caller that an access token identifies. */
export interface Caller {
  readonly email: string;
  readonly project: string;
  readonly scopes: ReadonlySet<string>;
  readonly isServiceAccount: boolean;
}

interface AccessToken {
  readonly caller: Caller;
  readonly grant: Grant | null;
  expiresAt: number;
}

/** An authorization whose code was not yet exchanged at the token endpoint. */
export interface PendingCode {
  readonly client: Client;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: ReadonlySet<string>;
  readonly givesRefreshToken: boolean;
  readonly picked: readonly string[];
  readonly expiresAt: number;
}

export const ACCESS_SECONDS = 3599;
export const TESTING_GRANT_SECONDS = 604_799;
const CODE_MS = 10 * 60_000;
/** The only user who signs in at the fake's consent page. */
export const PERSON = 'person@example.com';

/** Stores clients, grants and tokens. */
export class Authority {
  readonly clients = new Map<string, Client>();
  readonly serviceAccounts = new Map<string, ServiceAccount>();
  readonly #clock: { now(): number };
  readonly #codes = new Map<string, PendingCode>();
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, AccessToken>();
  #number = 100;

  readonly #forgetFiles: (project: string) => void;

  /** Calls `forgetFiles` when the user removes an app: its project loses access to the files picked for it. */
  constructor(clock: { now(): number }, forgetFiles: (project: string) => void) {
    this.#clock = clock;
    this.#forgetFiles = forgetFiles;
  }

  addClient({ name = 'Pennyrow', project, testing = false, existing }: ClientOptions): Client {
    const number = this.#next();
    const {
      clientId = `${number}-${randomBytes(16).toString('hex')}.apps.googleusercontent.com`,
      clientSecret = `GOCSPX-${secret(21)}`,
    } = existing ?? {};
    const client: Client = {
      clientId,
      clientSecret,
      name,
      project: project ?? `project-${number}`,
      isTesting: testing,
    };
    this.clients.set(clientId, client);
    return client;
  }

  addServiceAccount(): { email: string; privateKey: string } {
    const project = `project-${this.#next()}`;
    const email = `pennyrow@${project}.iam.gserviceaccount.com`;
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.serviceAccounts.set(email, { email, project, publicKey });
    return { email, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  }

  issueCode(pending: Omit<PendingCode, 'expiresAt'>): string {
    const code = `4/0A${secret(52)}`;
    this.#codes.set(code, { ...pending, expiresAt: this.#clock.now() + CODE_MS });
    return code;
  }

  /** Uses up the code, even if the rest of the request fails. */
  takeCode(code: string): PendingCode | null {
    const pending = this.#codes.get(code);
    this.#codes.delete(code);
    return pending !== undefined && pending.expiresAt > this.#clock.now() ? pending : null;
  }

  grant(client: Client, scopes: ReadonlySet<string>): Grant {
    const expiresAt = client.isTesting ? this.#clock.now() + TESTING_GRANT_SECONDS * 1000 : Infinity;
    const grant: Grant = {
      refreshToken: `1//0${secret(72)}`,
      client,
      email: PERSON,
      scopes,
      expiresAt,
      isRevoked: false,
    };
    this.#grants.set(grant.refreshToken, grant);
    return grant;
  }

  /** Null if the token is unknown, revoked or expired. */
  liveGrant(refreshToken: string): Grant | null {
    const grant = this.#grants.get(refreshToken);
    return grant !== undefined && this.#isLive(grant) ? grant : null;
  }

  #isLive(grant: Grant): boolean {
    return !grant.isRevoked && grant.expiresAt > this.#clock.now();
  }

  issueAccess(caller: Caller, grant: Grant | null): string {
    const token = `ya29.${secret(80)}`;
    this.#tokens.set(token, { caller, grant, expiresAt: this.#clock.now() + ACCESS_SECONDS * 1000 });
    return token;
  }

  callerOf(token: string): Caller | null {
    const access = this.#tokens.get(token);
    if (access === undefined || access.expiresAt <= this.#clock.now()) return null;
    return access.grant === null || this.#isLive(access.grant) ? access.caller : null;
  }

  /**
   * Revokes an access or refresh token; returns false if it is unknown. As at Google, this ends all tokens of the
   * project's apps and their access to files.
   */
  revoke(token: string): boolean {
    const grant = this.#grants.get(token) ?? this.#tokens.get(token)?.grant;
    if (grant == null || !this.#isLive(grant)) return false;
    this.#turnOut(grant.client.project);
    return true;
  }

  revokeAll(): void {
    for (const { client } of this.#grants.values()) this.#turnOut(client.project);
  }

  #turnOut(project: string): void {
    for (const grant of this.#grants.values()) if (grant.client.project === project) grant.isRevoked = true;
    this.#forgetFiles(project);
  }

  expireAccessTokens(): void {
    for (const access of this.#tokens.values()) access.expiresAt = 0;
  }

  #next(): number {
    this.#number += 1;
    return this.#number * 1_000_003;
  }
}

function secret(length: number): string {
  return randomBytes(length).toString('base64url').slice(0, length);
}
