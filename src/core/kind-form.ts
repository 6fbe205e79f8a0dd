/**
 * One thing that a person fills in, drawn alike by the command line and the dashboard. Its value is text, whatever it is;
 * what is said of it stands in the kind's messages, under its id.
 */
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
  /** In characters. */
  readonly longest?: number;
  /** Of a number. */
  readonly range?: readonly [least: number, most: number];
  /** Of a choice; the first one is what it begins with. */
  readonly choices?: readonly FormChoice[];
  /** What stands for its value in `--help`: `--id <placeholder>`. */
  readonly placeholder?: string;
}

export interface FormChoice {
  readonly value: string;
  /** `--value` chooses it. */
  readonly isFlag?: boolean;
}

export type FormValues = Readonly<Record<string, string>>;
