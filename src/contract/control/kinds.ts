import * as z from 'zod/mini';
import type { FormField } from '../../core/kind-form.ts';
import { procedure } from './procedure.ts';

export { withNamedSecrets, type FormField, type FormValues } from '../../core/kind-form.ts';

/** A kind of source for the dashboard. The page has its texts in its own language. */
export interface SourceKindView {
  readonly id: string;
  /** `bank`: a service that is asked; `files`: reads statement files; `trial`: makes things up. */
  readonly group: 'bank' | 'files' | 'trial';
  /** Whose banks it serves: codes of ISO 3166-1; null for all. */
  readonly countries: readonly string[] | null;
  readonly form: readonly FormField[];
  /** Page on which the user gets the values of the form. */
  readonly guideLink: string | null;
  /** Its page in the dashboard's guide, by name. */
  readonly helpPage: string;
  /** The command that adds one, for a kind whose settings come from the command line alone. */
  readonly terminalCommand: string | null;
  /** Operations on an access; null for a kind that needs none. */
  readonly access: {
    readonly reachesBack: boolean;
    readonly requestsPerDay: number;
    /** An access may be saved though it does not work when it is tried. */
    readonly savesAnyway: boolean;
    /** A person allows it on a page of a service: see `connection.begin`. */
    readonly asksInBrowser: boolean;
  } | null;
}

/** A kind of workbook for the dashboard. */
export interface WorkbookKindView {
  readonly id: string;
  /** Whose service it is; null for files. */
  readonly provider: string | null;
  readonly ways: readonly WorkbookWayView[];
  /** Page on which the user revokes a permission. */
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

/** Entered values, without secrets. */
export interface RegistrationView {
  readonly name: string;
  /** Source of the values. `environment` cannot be changed here; `package`: part of the program, and nobody entered anything. */
  readonly from: 'environment' | 'settings' | 'package';
  /** Source that is used again after the entered one is removed; absent if there is none. */
  readonly replaces?: 'package';
}

export interface KindsView {
  readonly sources: readonly SourceKindView[];
  readonly workbooks: readonly WorkbookKindView[];
}

const kind = z.string();

export const kindProcedures = {
  /** Kinds that can be connected, in the order of the menu. */
  'kind.list': procedure<KindsView>()(z.strictObject({})),
  /** Credentials that a kind of workbook needs once, before it can ask for consent; null if none are needed. */
  'registration.get': procedure<RegistrationView | null>()(z.strictObject({ kind })),
  'registration.set': procedure<RegistrationView>()(z.strictObject({ kind, given: z.record(z.string(), z.string()) })),
  'registration.remove': procedure<null>()(z.strictObject({ kind })),
};
