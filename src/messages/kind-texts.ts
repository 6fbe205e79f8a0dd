import type { Sections } from './compiled/sections.d.ts';

/** What is said of one thing that a person fills in: on the page, in `--help`, and where a terminal asks for it. */
export interface FieldTexts {
  readonly label: string;
  readonly about?: string;
  readonly example?: string | ((blanks: { readonly account: string }) => string);
  /** Said when it is needed and was left empty. */
  readonly missing?: string;
  readonly choices?: Readonly<Record<string, { readonly label: string; readonly help?: string }>>;
  readonly help: string;
  readonly question?: string;
}

export type FormTexts = Readonly<Record<string, FieldTexts>>;

/** Stands above the fields on the page, and while they are looked at. */
export interface GuideTexts {
  readonly what?: string;
  /** By their numbers. */
  readonly steps?: Readonly<Record<string, string>>;
  readonly link?: string;
  readonly pending?: string;
}

export interface SourceTexts {
  /** In English it is what a new connection is called. */
  readonly name: string;
  /** As one of the things that can be connected. */
  readonly title: string;
  readonly about: string;
  /** What it costs and takes to begin. */
  readonly effort: string;
  readonly guide?: GuideTexts;
  /** What a person does on the page of a service, for a kind that asks in a browser. */
  readonly question?: string;
  /** What else there is to know before a connection is removed. */
  readonly removal?: string;
  readonly help: string;
  /** What `--anyway` does. */
  readonly anyway?: string;
  readonly fields: FormTexts;
}

export interface WorkbookTexts {
  /** What a workbook of it is called. */
  readonly name: string;
  /** As one of the places where a workbook may be. */
  readonly title: string;
  /** Stands above the ways. */
  readonly how?: string;
  /** What stays where, and what ends, when it is no longer used. */
  readonly disconnecting: string;
  /** The same of an account that is removed. */
  readonly removing: (blanks: { readonly name: string }) => string;
  /** Where earlier versions are, for a kind whose workbooks Pennyrow keeps none of. */
  readonly versions?: string;
  /** What to do about a permission that ends at a known moment. */
  readonly ending?: Readonly<Record<'page' | 'terminal', (blanks: { readonly until: string }) => string>>;
  /** Of `pennyrow workbook connect KIND`. */
  readonly help?: string;
  /** Of `pennyrow demo`, for a kind that the demo can write to. */
  readonly demo?: { readonly help: string; readonly notice: string };
  readonly ways: Readonly<Record<string, WayTexts>>;
  readonly registration?: RegistrationTexts;
}

export interface WayTexts {
  readonly label: string;
  readonly about?: string;
  readonly submit: string;
  /** What its option says; a kind with a single way has none. */
  readonly help?: string;
  /** Said to a person in a terminal who is sent to the browser. */
  readonly question?: string;
  readonly fields?: FormTexts;
}

export interface RegistrationTexts {
  readonly title: string;
  readonly guide: GuideTexts;
  readonly name: (blanks: { readonly name: string }) => string;
  readonly change: string;
  readonly fromEnvironment: string;
  /** Where one came with the program, said in place of its name; and the ways to one's own and back. */
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

/** What a kind of source says. Here the compiler holds that each kind says enough. */
export function sourceTexts(kinds: Kinds, id: string): SourceTexts {
  const all: Readonly<Record<string, SourceTexts | WorkbookTexts>> = kinds;
  return textsAt(all, id) as SourceTexts;
}

/** The same of a kind of workbook. */
export function workbookTexts(kinds: Kinds, id: string): WorkbookTexts {
  const all: Readonly<Record<string, SourceTexts | WorkbookTexts>> = kinds;
  return textsAt(all, id) as WorkbookTexts;
}

/** What is under the id of a field, a way or a kind. */
export function textsAt<Texts>(all: Readonly<Record<string, Texts>> | undefined, id: string): Texts {
  const texts = all?.[id];
  if (texts === undefined) throw new Error(`Nothing is said of ${id}.`);
  return texts;
}
