import type { Report } from '../../messages/parameters.ts';
import * as z from 'zod/mini';
import type { Run, RunMessage } from '../../core/run.ts';
import { accountId, name } from './accounts.ts';
import { kindSettings, typedLocalPath, procedure } from './procedure.ts';
import type { ConsentView, ConnectedView } from './workbook.ts';

const connectionId = z.string().check(z.minLength(1));

const settings = kindSettings;

/** The user's input for an access. It is not kept; the access is sealed. */
const secret = z.record(z.string(), z.string());

export interface ConnectionView {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  /** Last day that was read from the bank, or found in the files. */
  readonly syncedUntil: string | null;
  /** Null if the permission does not end, or none is needed. */
  readonly consentEndsAt: string | null;
  readonly isConsentOver: boolean;
  readonly health: {
    readonly lastAttemptAt: string | null;
    readonly lastSuccessAt: string | null;
    readonly failures: number;
    readonly problem: Report | null;
    /** Next scheduled attempt; null if only the user syncs it. */
    readonly nextTryAt: string | null;
  };
}

export interface AuthorisedConnectionView extends ConnectionView {
  /** Null if the source did not answer, or needs no access. */
  readonly access: AccessView | null;
}

/** The file or folder at a path that the user is typing. */
export interface FolderView {
  /** Absolute path; null if the text is none. */
  readonly path: string | null;
  readonly state: 'folder' | 'missing' | 'closed' | 'relative';
  /** Number of files named like statement files. */
  readonly statements: number;
  /** Absolute paths of folders that complete the text. */
  readonly folders: readonly string[];
}

export interface WaitingFile {
  readonly connectionId: string;
  /** Absolute path. */
  readonly path: string;
  readonly name: string;
  readonly problem: Report;
  /** True if it can be read once the user has described its layout. */
  readonly answerable: boolean;
}

export interface ConnectionRunView extends Pick<Run, 'kind' | 'trigger' | 'status' | 'finishedAt'> {
  readonly runId: string;
  readonly isUndone: boolean;
  readonly added: number;
  readonly updated: number;
  readonly messages: readonly (Report & Pick<RunMessage, 'severity'>)[];
}

export interface ConnectionHistory {
  /** Number of rows that the connection added to the workbook. */
  readonly rows: number;
  readonly runs: readonly ConnectionRunView[];
}

export const connectionProcedures = {
  'connection.list': procedure<readonly ConnectionView[]>()(z.strictObject({ accountId })),
  /** `anyway` saves an access that does not answer, if its kind permits that. */
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
  /** For a kind that requests consent in a browser. The connection exists once `connection.wait` answers. */
  'connection.begin': procedure<ConsentView>()(
    z.strictObject({
      accountId,
      name: z.optional(name),
      kind: z.string(),
      settings: z.optional(settings),
      secret: z.optional(secret),
    }),
  ),
  /** Names of the service's banks, for a form that is filled in except for the bank. */
  'connection.banks': procedure<readonly string[]>()(
    z.strictObject({ kind: z.string(), settings: z.optional(settings), secret: z.optional(secret) }),
  ),
  /** Requests consent again. `secret` replaces the sealed one. */
  'connection.renew': procedure<ConsentView>()(z.strictObject({ connectionId, secret: z.optional(secret) })),
  /** Answers once the access is saved and tested. `consent.receive` and `consent.cancel` work for these too. */
  'connection.wait': procedure<AuthorisedConnectionView>()(z.strictObject({ consentId: z.string() })),
  'connection.update': procedure<ConnectionView>()(
    z.strictObject({
      connectionId,
      name: z.optional(name),
      paused: z.optional(z.boolean()),
      settings: z.optional(settings),
    }),
  ),
  /** Its rows stay. `revoked` is null if there was no permission to revoke. */
  'connection.remove': procedure<{ readonly revoked: boolean | null }>()(z.strictObject({ connectionId })),
  'connection.history': procedure<ConnectionHistory>()(z.strictObject({ connectionId })),
  /** Imported automatically once they can be read. */
  'connection.waitingFiles': procedure<readonly WaitingFile[]>()(z.strictObject({ accountId })),
  /** "~" is the home of the user who runs the service. */
  'connection.lookAtFolder': procedure<FolderView>()(z.strictObject({ folder: typedLocalPath })),
};

/** A stored response of the source. It spares requests. */
export interface AnswerView {
  readonly number: number;
  readonly at: string;
  /** Path of the request, without the host and the access. */
  readonly request: string;
  /** Compressed size. */
  readonly bytes: number;
}

export const accessProcedures = {
  /** Replaces the access; rows and settings stay. */
  'connection.reauthorise': procedure<AuthorisedConnectionView>()(
    z.strictObject({ connectionId, secret, anyway: z.optional(z.boolean()) }),
  ),
  /** Makes the next syncs request days from this one on, by default a year back. */
  'connection.backfill': procedure<{ readonly from: string }>()(
    z.strictObject({ connectionId, from: z.optional(z.string()) }),
  ),
  /** Requests the accounts now, and stores the outcome as the connection's state. */
  'connection.test': procedure<AccessView>()(z.strictObject({ connectionId })),
  /** Newest first. */
  'connection.answers': procedure<readonly AnswerView[]>()(z.strictObject({ connectionId })),
  'connection.answer': procedure<{ readonly text: string }>()(z.strictObject({ connectionId, number: z.int() })),
};

const consentId = z.string().check(z.minLength(1));

export const consentProcedures = {
  /** Answers once the workbook is connected. If only its columns are unknown, it becomes `workbook.unmapped`. */
  'consent.wait': procedure<ConnectedView>()(z.strictObject({ consentId })),
  /** Takes the address of the redirect, if the browser runs on another machine. */
  'consent.receive': procedure<null>()(z.strictObject({ consentId, address: z.string() })),
  /** Takes a redirect on this machine. True if a connection was waiting for it. */
  'consent.redirected': procedure<{ readonly received: boolean }>()(z.strictObject({ address: z.string() })),
  'consent.cancel': procedure<{ readonly cancelled: boolean }>()(z.strictObject({ consentId })),
};

export interface AccessView {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly (Report & { readonly severity: 'info' | 'warning' | 'problem' })[];
}
