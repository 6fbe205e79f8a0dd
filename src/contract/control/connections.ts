import type { FolderLook } from '../../core/kind-form.ts';
import type { Report } from '../../messages/parameters.ts';
import * as z from 'zod/mini';
import { accountId, name } from './accounts.ts';
import { kindSettings, typedLocalPath, procedure } from './procedure.ts';
import type { ConsentView, ConnectedView } from './workbook.ts';

const connectionId = z.string().check(z.minLength(1));

const secret = z.record(z.string(), z.string());

const filled = { kind: z.string(), settings: z.optional(kindSettings), secret: z.optional(secret) };

export interface ConnectionView {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  readonly syncedUntil: string | null;
  /** Null if the permission does not end, or none is needed. */
  readonly consentEndsAt: string | null;
  readonly isConsentOver: boolean;
  readonly health: {
    readonly lastAttemptAt: string | null;
    readonly lastSuccessAt: string | null;
    readonly failures: number;
    readonly problem: Report | null;
    readonly nextTryAt: string | null;
  };
}

export interface AuthorizedConnectionView extends ConnectionView {
  /** Null if the source did not answer, or needs no credentials. */
  readonly access: AccessView | null;
}

export interface WaitingFile {
  readonly connectionId: string;
  readonly path: string;
  readonly name: string;
  readonly problem: Report;
  readonly answerable: boolean;
}

export const connectionProcedures = {
  'connection.list': procedure<readonly ConnectionView[]>()({ accountId }),
  /** `anyway` saves the credentials even if their test fails, provided that the kind of connection permits it. */
  'connection.add': procedure<AuthorizedConnectionView>()({
    accountId,
    name: z.optional(name),
    ...filled,
    anyway: z.optional(z.boolean()),
  }),
  /** Adds a connection of a kind that requests consent in a browser. The connection exists once `connection.wait` answers. */
  'connection.begin': procedure<ConsentView>()({ accountId, name: z.optional(name), ...filled }),
  /** Names of the banks that the kind's online service offers. All fields of the form except the bank must be filled. */
  'connection.banks': procedure<readonly string[]>()(filled),
  'connection.renew': procedure<ConsentView>()({ connectionId, secret: z.optional(secret) }),
  'connection.wait': procedure<AuthorizedConnectionView>()({ consentId: z.string() }),
  'connection.update': procedure<ConnectionView>()({
    connectionId,
    name: z.optional(name),
    paused: z.optional(z.boolean()),
    settings: z.optional(kindSettings),
  }),
  /** Keeps the connection's rows in the sheet. `revoked` is null if there was no permission to revoke. */
  'connection.remove': procedure<{ readonly revoked: boolean | null }>()({ connectionId }),
  'connection.waitingFiles': procedure<readonly WaitingFile[]>()({ accountId }),
  /** "~" in the path is the home folder of the user who runs the service. */
  'connection.lookAtFolder': procedure<FolderLook>()({ folder: typedLocalPath }),
};

export interface AnswerView {
  readonly number: number;
  readonly at: string;
  readonly request: string;
  readonly bytes: number;
}

export const accessProcedures = {
  'connection.reauthorise': procedure<AuthorizedConnectionView>()({
    connectionId,
    secret,
    anyway: z.optional(z.boolean()),
  }),
  'connection.backfill': procedure<{ readonly from: string }>()({ connectionId, from: z.optional(z.string()) }),
  'connection.test': procedure<AccessView>()({ connectionId }),
  'connection.answers': procedure<readonly AnswerView[]>()({ connectionId }),
  'connection.answer': procedure<{ readonly text: string }>()({ connectionId, number: z.int() }),
};

const consentId = z.string().check(z.minLength(1));

export const consentProcedures = {
  /** Answers once the workbook is connected. If it fails only because of unknown columns, continue with `workbook.unmapped`. */
  'consent.wait': procedure<ConnectedView>()({ consentId }),
  /** A browser on another machine cannot load the redirect, so the user copies its address into Pennyrow. */
  'consent.receive': procedure<null>()({ consentId, address: z.string() }),
  'consent.redirected': procedure<{ readonly received: boolean }>()({ address: z.string() }),
  'consent.cancel': procedure<{ readonly cancelled: boolean }>()({ consentId }),
};

export interface AccessView {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly (Report & { readonly severity: 'info' | 'warning' | 'problem' })[];
}
