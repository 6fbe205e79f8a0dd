/**
 * One thing that a person fills in, drawn alike by the command line and the dashboard. Its value is text, whatever it is;
 * what is said of it stands in the kind's messages, under its id.
 */
export interface FormField {
  /** Its name among the settings or in the secret; in kebab-case an option of the command line. */
  readonly id: string;
  /**
   * `file`: what a small file holds; `path`: of a file on the machine that Pennyrow runs on. Of the command line alone:
   * `list`, an option that may be given again, and `command`, a program and its arguments; their values are lists of texts.
   */
  readonly type: 'text' | 'country' | 'number' | 'choice' | 'folder' | 'path' | 'file' | 'list' | 'command';
  /** Goes into the vault, is never shown, and is asked for rather than given as an option. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** Of a secret: stands for one secret under each of the names in this list, which is a field of the same form. */
  readonly oneFor?: string;
  /** Of one of these secrets: the field that it comes from. It is called by its id. */
  readonly from?: string;
  /** For who sets things up from a script; the dashboard leaves it out. */
  readonly isForCommandLine?: boolean;
  /** Of a country: those to choose from, by codes of ISO 3166-1. */
  readonly countries?: readonly string[];
  /** Its service has a list of what may stand here: see `connection.banks`. */
  readonly isListed?: boolean;
  /** Of a kind that a person allows on a page of a service: may be set otherwise without asking again. */
  readonly isChangeable?: boolean;
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

/** The form with a field for each secret that the settings name. */
export function withNamedSecrets(
  form: readonly FormField[],
  settings: Readonly<Record<string, unknown>>,
): readonly FormField[] {
  return form.flatMap((field): FormField | FormField[] => {
    if (field.oneFor === undefined) return field;
    const { oneFor, ...one } = field;
    const names = settings[oneFor];
    return Array.isArray(names) ? names.map((name) => ({ ...one, id: String(name), from: field.id })) : [];
  });
}
