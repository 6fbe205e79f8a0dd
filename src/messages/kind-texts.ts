import type { Sections } from './compiled/sections.d.ts';

/** Texts of one form field, for the page and for `--help`. A terminal prompts for a secret with its `label`. */
export interface FieldTexts {
  readonly label: string;
  readonly about?: string;
  readonly example?: string | ((blanks: { readonly account: string }) => string);
  readonly choices?: Readonly<Record<string, { readonly label: string; readonly help?: string }>>;
  readonly help: string;
}

export type FormTexts = Readonly<Record<string, FieldTexts>>;

export interface GuideTexts {
  readonly what?: string;
  readonly steps?: Readonly<Record<string, string>>;
  readonly link?: string;
  readonly pending?: string;
}

export interface SourceTexts {
  /** The name of the kind. New connections get the English name. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Costs and requirements. */
  readonly effort: string;
  readonly guide?: GuideTexts;
  /** For services that ask for consent in a browser: the text says what to do on their page. */
  readonly question?: string;
  readonly removal?: string;
  readonly help: string;
  readonly anyway?: string;
  readonly fields: FormTexts;
}

export interface WorkbookTexts {
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  readonly how?: string;
  readonly disconnecting: string;
  /** The consequences of removing an account with such a workbook. */
  readonly removing: (blanks: { readonly name: string }) => string;
  /** The place where users find earlier versions of workbooks that Pennyrow does not back up. */
  readonly versions?: string;
  /** The remedy for a permission that ends soon, at a known time. */
  readonly ending?: Readonly<Record<'page' | 'terminal', (blanks: { readonly until: string }) => string>>;
  /** Help of `pennyrow workbook connect KIND`. */
  readonly help?: string;
  /** The texts of `pennyrow demo`, if the demo can write to this kind. */
  readonly demo?: { readonly help: string; readonly notice: string };
  readonly ways: Readonly<Record<string, WayTexts>>;
  readonly registration?: RegistrationTexts;
}

export interface WayTexts {
  readonly label: string;
  readonly about?: string;
  readonly submit: string;
  readonly help?: string;
  /** Printed before the browser opens. */
  readonly question?: string;
  readonly fields?: FormTexts;
}

export interface RegistrationTexts {
  readonly title: string;
  readonly guide: GuideTexts;
  readonly name: (blanks: { readonly name: string }) => string;
  readonly change: string;
  readonly fromEnvironment: string;
  /** The label of credentials that are part of Pennyrow. `useOwn` and `usePackaged`: links to switch to own credentials and back. */
  readonly fromPackage: string;
  readonly useOwn: string;
  readonly usePackaged: string;
  readonly fields: FormTexts;
  readonly command: {
    readonly help: string;
    readonly set: string;
    readonly shown: (blanks: { readonly name: string }) => string;
    readonly none: string;
    readonly entered: string;
    readonly removing: string;
    readonly removed: string;
    readonly packaged: (blanks: { readonly name: string }) => string;
    readonly packagedAgain: string;
  };
}

type Kinds = Sections['kinds'];

/** Passes `kinds` to `textsAt` with a type, so that TypeScript checks that the texts of every kind are complete. */
export function sourceTexts(kinds: Kinds, id: string): SourceTexts {
  return textsAt<SourceTexts | WorkbookTexts>(kinds, id) as SourceTexts;
}

export function workbookTexts(kinds: Kinds, id: string): WorkbookTexts {
  return textsAt<SourceTexts | WorkbookTexts>(kinds, id) as WorkbookTexts;
}

/** The texts of a field, of one of the ways to connect, or of a kind, by its id. */
export function textsAt<Texts>(all: Readonly<Record<string, Texts>> | undefined, id: string): Texts {
  const texts = all?.[id];
  if (texts === undefined) throw new Error(`messages.json has no texts for “${id}”.`);
  return texts;
}
