import * as z from 'zod/mini';
import type { Instant } from '../../core/calendar-date.ts';
import type { FormField } from '../../core/kind-form.ts';
import { localPath, procedure } from './procedure.ts';

export { withNamedSecrets, type FormField, type FormValues } from '../../core/kind-form.ts';

export interface SourceKindView {
  readonly id: string;
  /** `bank`: fetches from an online service; `files`: reads statement files; `trial`: invents data. */
  readonly group: 'bank' | 'files' | 'trial';
  readonly countries: readonly string[] | null;
  readonly form: readonly FormField[];
  readonly guideLink: string | null;
  readonly helpPage: string;
  /** The command that adds a connection, if only the command line may add this kind; otherwise null. */
  readonly terminalCommand: string | null;
  /** Null for a kind that needs no credentials. */
  readonly access: {
    readonly reachesBack: boolean;
    readonly savesAnyway: boolean;
    readonly asksInBrowser: boolean;
  } | null;
}

export interface WorkbookKindView {
  readonly id: string;
  readonly provider: string | null;
  readonly ways: readonly WorkbookWayView[];
  /** The address of the service's page on which the user revokes a permission. */
  readonly permissions: string | null;
  readonly registration: RegistrationFormView | null;
}

export interface WorkbookWayView {
  readonly id: string;
  readonly fields: readonly FormField[];
  readonly asksInBrowser: boolean;
  readonly makesNew: boolean;
  readonly reconnects: boolean;
}

export interface RegistrationFormView {
  readonly fields: readonly FormField[];
  readonly guideLink: string | null;
}

export interface RegistrationView {
  readonly name: string;
  /** `environment`: set by environment variables, so pages cannot change it. `package`: part of the program. */
  readonly from: 'environment' | 'settings' | 'package';
  readonly replaces?: 'package';
}

export interface KindsView {
  readonly sources: readonly SourceKindView[];
  readonly workbooks: readonly WorkbookKindView[];
}

export interface FolderListView {
  readonly path: string;
  readonly trail: readonly EntryView[];
  readonly folders: readonly EntryView[];
  readonly files: readonly (EntryView & { readonly changedAt: Instant })[];
  readonly isCut: boolean;
}

export interface EntryView {
  readonly path: string;
  readonly name: string;
}

const kind = z.string();

export const kindProcedures = {
  'kind.list': procedure<KindsView>()({}),
  'registration.get': procedure<RegistrationView | null>()({ kind }),
  'registration.set': procedure<RegistrationView>()({ kind, given: z.record(z.string(), z.string()) }),
  'registration.remove': procedure<null>()({ kind }),
  /** Lists folders below the home folder; `workbooks`: also workbook files. `near`: the path that the user is typing. */
  'folder.list': procedure<FolderListView>()({
    folder: z.optional(localPath),
    near: z.optional(z.string().check(z.maxLength(4096))),
    shows: z.enum(['folders', 'workbooks']),
  }),
};
