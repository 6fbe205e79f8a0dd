import type { Report } from '../../messages/parameters.ts';
import * as z from 'zod/mini';
import type { Run, RunMessage } from '../../core/run.ts';
import type { AccessView } from './access-view.ts';
import { accountId, name } from './accounts.ts';
import { kindSettings, typedLocalPath } from './local-path.ts';
import { procedure } from './procedure.ts';
import type { ConsentView } from './workbook.ts';

const connectionId = z.string().check(z.minLength(1));

/** Of a kind of source; its own schema checks them. */
const settings = kindSettings;

/** The user's input for an access. The access goes into the vault; the input is not kept. */
export const secret = z.record(z.string(), z.string());

export interface ConnectionView {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  /** The last day that was read: that of the last sync of a bank, the last one in its files of a folder. */
  readonly syncedUntil: string | null;
  /** When the permission ends that a person gave on a service's page; null for one that has no end, or needs none. */
  readonly consentEndsAt: string | null;
  /** Nothing comes before a person allows it again. */
  readonly isConsentOver: boolean;
  readonly health: {
    readonly lastAttemptAt: string | null;
    readonly lastSuccessAt: string | null;
    readonly failures: number;
    readonly problem: Report | null;
    /** When it is asked next without a person; null when only a person asks. */
    readonly nextTryAt: string | null;
  };
}

/** A connection whose access was just saved, and then tried. */
export interface AuthorisedConnectionView extends ConnectionView {
  /** The source's answer; null if it failed, as its health says, or needs no access. */
  readonly access: AccessView | null;
}

/** The file or folder at a path that the user is typing. */
export interface FolderView {
  /** The full path that is meant; null for one that is none. */
  readonly path: string | null;
  readonly state: 'folder' | 'missing' | 'closed' | 'relative';
  /** How many files in it are named like statement files. */
  readonly statements: number;
  /** Full paths of folders to continue with. */
  readonly folders: readonly string[];
}

/** A file in the folder of a connection that could not be read, and is still there. */
export interface WaitingFile {
  readonly connectionId: string;
  /** Full path. */
  readonly path: string;
  readonly name: string;
  readonly problem: Report;
  /** True if it can be read once a person has said how the tables of its make are read. */
  readonly answerable: boolean;
}

/** A run in which a connection brought something, or had something to say. */
export interface ConnectionRunView extends Pick<Run, 'kind' | 'trigger' | 'status' | 'finishedAt'> {
  readonly runId: string;
  readonly isUndone: boolean;
  readonly added: number;
  readonly updated: number;
  readonly messages: readonly (Report & Pick<RunMessage, 'severity'>)[];
}

export interface ConnectionHistory {
  /** How many rows of the workbook came from it. */
  readonly rows: number;
  /** Newest first. */
  readonly runs: readonly ConnectionRunView[];
}

export const connectionProcedures = {
  'connection.list': procedure<readonly ConnectionView[]>()(z.strictObject({ accountId })),
  /** `kind`: see `kind.list`. `anyway`: an access that can be saved though it does not answer, is. */
  'connection.add': procedure<AuthorisedConnectionView>()(
    z.strictObject({
      accountId,
      name: z.optional(name),
      kind: z.string(),
      settings: z.optional(settings),
      secret: z.optional(secret),
      anyway: z.optional(z.boolean()),
    }),
  ),
  /** The same of a kind that asks in a browser: the page for it. The connection is there once `connection.wait` answers. */
  'connection.begin': procedure<ConsentView>()(
    z.strictObject({
      accountId,
      name: z.optional(name),
      kind: z.string(),
      settings: z.optional(settings),
      secret: z.optional(secret),
    }),
  ),
  /** The names of the banks that a kind's service has, for what is filled in of its form: all but the bank. */
  'connection.banks': procedure<readonly string[]>()(
    z.strictObject({ kind: z.string(), settings: z.optional(settings), secret: z.optional(secret) }),
  ),
  /** Asks again for one whose permission has ended, or soon does; `secret` in place of the one that is kept. */
  'connection.renew': procedure<ConsentView>()(z.strictObject({ connectionId, secret: z.optional(secret) })),
  /** Answers once the access is saved and tried. `consent.receive` and `consent.cancel` hold for these questions, too. */
  'connection.wait': procedure<AuthorisedConnectionView>()(z.strictObject({ consentId: z.string() })),
  'connection.update': procedure<ConnectionView>()(
    z.strictObject({
      connectionId,
      name: z.optional(name),
      paused: z.optional(z.boolean()),
      settings: z.optional(settings),
    }),
  ),
  /** Its rows stay in the workbook. `revoked`: whether its service was told; null when there was nothing to tell. */
  'connection.remove': procedure<{ readonly revoked: boolean | null }>()(z.strictObject({ connectionId })),
  'connection.history': procedure<ConnectionHistory>()(z.strictObject({ connectionId })),
  /** Files in watched folders that wait for a person; they are imported by themselves once they can be read. */
  'connection.waitingFiles': procedure<readonly WaitingFile[]>()(z.strictObject({ accountId })),
  /** True if there is a folder to watch, while its path is being typed; "~" is the home of who runs the service. */
  'connection.lookAtFolder': procedure<FolderView>()(z.strictObject({ folder: typedLocalPath })),
};
