import { randomBytes } from 'node:crypto';
import { PERSON, type Caller } from './oauth/authority.ts';
import type { SpreadsheetState } from './sheets/model.ts';

export type Role = 'owner' | 'writer' | 'reader';

/** A spreadsheet with the properties that Drive stores. */
export interface StoredFile {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: number;
  /** The other users who may use it. */
  readonly shares: Map<string, Exclude<Role, 'owner'>>;
  /** The projects whose apps created the file or got access. With the scope `drive.file`, only their apps can open it. */
  readonly apps: Set<string>;
  /** The versions that Drive reports over time, oldest first. */
  readonly versions: FileVersion[];
  state: SpreadsheetState;
  isTrashed: boolean;
}

/** A version of a file; its times are in epoch milliseconds. */
export interface FileVersion {
  readonly at: number;
  readonly version: number;
  readonly modifiedAt: number;
}

/** How late Drive reports changes and new files. */
export interface DriveLag {
  readonly milliseconds: number;
  /** True if only every second answer is outdated, as when Google's servers disagree. */
  readonly wavers: boolean;
}

const DRIVE = 'https://www.googleapis.com/auth/drive';
const WIDE_SCOPES = [
  DRIVE,
  `${DRIVE}.readonly`,
  `${DRIVE}.metadata`,
  `${DRIVE}.metadata.readonly`,
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/spreadsheets.readonly',
];

/** All spreadsheets and their access rights. */
export class FileStore {
  readonly #clock: { now(): number };
  readonly #files = new Map<string, StoredFile>();
  lag: DriveLag = { milliseconds: 0, wavers: false };
  #answers = 0;

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  add(state: SpreadsheetState, owner: string = PERSON): StoredFile {
    const now = this.#clock.now();
    const id = `1${randomBytes(40).toString('base64url').slice(0, 43)}`;
    const file: StoredFile = {
      id,
      owner,
      createdAt: now,
      shares: new Map(),
      apps: new Set(),
      versions: [{ at: -Infinity, version: 1, modifiedAt: now }],
      state,
      isTrashed: false,
    };
    this.#files.set(id, file);
    return file;
  }

  get(id: string): StoredFile | null {
    return this.#files.get(id) ?? null;
  }

  all(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  /** The spreadsheets that Drive already lists, in order of creation. */
  listed(): readonly StoredFile[] {
    return this.all().filter(({ createdAt }) => createdAt <= this.#clock.now() - this.lag.milliseconds);
  }

  delete(id: string): void {
    this.#files.delete(id);
  }

  /** Removes the access of the project's apps to the user's files, as when the user revokes a grant. */
  forget(project: string): void {
    for (const file of this.#files.values())
      if (file.owner === PERSON || file.shares.has(PERSON)) file.apps.delete(project);
  }

  commit(file: StoredFile, state: SpreadsheetState): void {
    file.state = state;
    this.#note(file, this.#clock.now());
  }

  /** Increases the version only, as Drive does for changes outside the content. */
  touch(file: StoredFile): void {
    this.#note(file, file.versions.at(-1)?.modifiedAt ?? file.createdAt);
  }

  /** Drive sometimes increases the version by more than one. */
  #note(file: StoredFile, modifiedAt: number): void {
    const last = file.versions.at(-1)?.version ?? 0;
    file.versions.push({ at: this.#clock.now(), version: last + 1 + (last % 3), modifiedAt });
    if (file.versions.length > 1000) file.versions.splice(1, 500);
  }

  /** The version for one answer. With `wavers`, the next answer can report another one. */
  reportedVersion(file: StoredFile): FileVersion {
    const { milliseconds, wavers } = this.lag;
    this.#answers += 1;
    const visibleUntil = this.#clock.now() - (wavers && this.#answers % 2 === 0 ? 0 : milliseconds);
    return file.versions.findLast(({ at }) => at <= visibleUntil) ?? (file.versions[0] as FileVersion);
  }

  /** Null if the caller must not learn that the file exists. */
  roleOf(file: StoredFile, { email, project, scopes }: Caller): Role | null {
    if (!WIDE_SCOPES.some((scope) => scopes.has(scope)) && !file.apps.has(project)) return null;
    return file.owner === email ? 'owner' : (file.shares.get(email) ?? null);
  }
}
