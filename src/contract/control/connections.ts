import * as z from 'zod/mini';
import { accountId, name } from './accounts.ts';
import { procedure } from './procedure.ts';

const connectionId = z.string().check(z.minLength(1));

/** What a new connection needs to know, by the kind of its source. */
export const connectionSettings = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('demo'), seed: z.optional(z.int()) }),
  z.strictObject({
    source: z.literal('statements'),
    /** Absolute path of a folder to watch; null for files that are only imported by hand. */
    folder: z.nullable(z.string()),
    /** What becomes of a file in the folder once it is imported. */
    afterwards: z.enum(['move', 'leave']),
  }),
]);

export type ConnectionSettings = z.infer<typeof connectionSettings>;

export interface ConnectionView {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  readonly syncedUntil: string | null;
  readonly health: {
    readonly lastAttemptAt: string | null;
    readonly lastSuccessAt: string | null;
    readonly failures: number;
    readonly problem: { readonly code: string; readonly message: string; readonly remedy: string | null } | null;
  };
}

export const connectionProcedures = {
  'connection.list': procedure<readonly ConnectionView[]>()(z.strictObject({ accountId })),
  'connection.add': procedure<ConnectionView>()(z.strictObject({ accountId, name: z.optional(name), settings: connectionSettings })),
  'connection.update': procedure<ConnectionView>()(
    z.strictObject({ connectionId, name: z.optional(name), paused: z.optional(z.boolean()), settings: z.optional(connectionSettings) }),
  ),
  /** Its rows stay in the workbook. */
  'connection.remove': procedure<null>()(z.strictObject({ connectionId })),
};
