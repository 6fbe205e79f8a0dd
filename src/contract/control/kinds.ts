import * as z from 'zod/mini';
import type { FormField } from '../../core/kind-form.ts';
import { procedure } from './procedure.ts';

export { withNamedSecrets, type FormField, type FormValues } from '../../core/kind-form.ts';

/** What the dashboard knows of a kind of source; what the kind says, a page knows in its own language. */
export interface SourceKindView {
  readonly id: string;
  /** `bank`: a service that is asked; `files`: reads statement files; `trial`: makes things up. */
  readonly group: 'bank' | 'files' | 'trial';
  /** Whose banks it serves: codes of ISO 3166-1; null for all. */
  readonly countries: readonly string[] | null;
  readonly form: readonly FormField[];
  /** Where a person gets what the form asks for. */
  readonly guideLink: string | null;
  /** What the guide of the dashboard says of it: a page, by its name. */
  readonly helpPage: string;
  /** The command that adds one, for a kind whose settings come from the command line alone. */
  readonly terminalCommand: string | null;
  /** What can be done with an access; null for a kind that needs none. */
  readonly access: {
    readonly reachesBack: boolean;
    readonly requestsPerDay: number;
    /** An access may be saved though it does not work when it is tried. */
    readonly savesAnyway: boolean;
    /** A person allows it on a page of a service: see `connection.begin`. */
    readonly asksInBrowser: boolean;
  } | null;
}

/** What the dashboard knows of a kind of workbook. */
export interface WorkbookKindView {
  readonly id: string;
  /** Whose service it is; null for files. */
  readonly provider: string | null;
  readonly ways: readonly WorkbookWayView[];
  /** Where a permission is withdrawn by hand. */
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

/** What was entered of it, without secrets. */
export interface RegistrationView {
  readonly name: string;
  /** What the environment names cannot be changed here; `package`: came with the program, and nobody entered anything. */
  readonly from: 'environment' | 'settings' | 'package';
  /** What is used again when the one that was entered is removed; absent for nothing. */
  readonly replaces?: 'package';
}

export interface KindsView {
  readonly sources: readonly SourceKindView[];
  readonly workbooks: readonly WorkbookKindView[];
}

const kind = z.string();

export const kindProcedures = {
  /** What can be connected, in the order in which it is offered. */
  'kind.list': procedure<KindsView>()(z.strictObject({})),
  /** What a kind of workbook needs to be entered once, before anybody can be asked; null when it is not. */
  'registration.get': procedure<RegistrationView | null>()(z.strictObject({ kind })),
  'registration.set': procedure<RegistrationView>()(z.strictObject({ kind, given: z.record(z.string(), z.string()) })),
  'registration.remove': procedure<null>()(z.strictObject({ kind })),
};
