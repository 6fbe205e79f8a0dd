/** What a kind of source or workbook says, in each language that Pennyrow speaks. */
export interface KindText {
  readonly en: string;
  readonly de: string;
}

/** One thing that a person fills in, drawn alike by the command line and the dashboard. Its value is text, whatever it is. */
export interface FormField {
  /** Its name among the settings or in the secret; in kebab-case an option of the command line. */
  readonly id: string;
  /** `file`: what a small file holds; `path`: of a file on the machine that Pennyrow runs on. */
  readonly type: 'text' | 'number' | 'choice' | 'folder' | 'path' | 'file';
  /** Goes into the vault, is never shown, and is asked for rather than given as an option. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** For who sets things up from a script; the dashboard leaves it out. */
  readonly isForCommandLine?: boolean;
  readonly label: KindText;
  readonly about?: KindText;
  readonly example?: KindText;
  /** Said when it is needed and was left empty. */
  readonly missing?: KindText;
  /** In characters. */
  readonly longest?: number;
  /** Of a number. */
  readonly range?: readonly [least: number, most: number];
  /** Of a choice; the first one is what it begins with. */
  readonly choices?: readonly FormChoice[];
  /** What `--help` says of it, and what a terminal asks for a secret with. */
  readonly command: { readonly help: string; readonly value?: string; readonly question?: string };
}

export interface FormChoice {
  readonly value: string;
  readonly label: KindText;
  /** Says that `--value` chooses it. */
  readonly help?: string;
}

/** What stands above the fields in the dashboard, and while they are looked at. */
export interface FormGuide {
  readonly what?: KindText;
  readonly steps?: readonly KindText[];
  readonly link?: { readonly url: string; readonly label: KindText };
  readonly pending?: KindText;
}

export type FormValues = Readonly<Record<string, string>>;
