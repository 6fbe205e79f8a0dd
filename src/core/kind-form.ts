/** A field of the form for a kind of source or workbook. Its label and help are in the messages of that kind, under its id. */
export interface FormField {
  readonly id: string;
  /** `path` is on the service's machine. Only for the command line: `list` (repeatable) and `command`. */
  readonly type: 'text' | 'country' | 'number' | 'choice' | 'folder' | 'path' | 'file' | 'list' | 'command';
  /** Stored in the vault and never shown. The command line prompts for it and offers no option. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** The id of a list field in the same form: the user enters one secret for each entry of that list. */
  readonly oneFor?: string;
  /** Set in a field created for one entry of `oneFor`: the id of the original field, whose label it shows. */
  readonly from?: string;
  readonly isForCommandLine?: boolean;
  readonly countries?: readonly string[];
  /** The user chooses from a list that `connection.banks` fetches from the service. */
  readonly isListed?: boolean;
  readonly isChangeable?: boolean;
  readonly longest?: number;
  readonly range?: readonly [least: number, most: number];
  readonly choices?: readonly { readonly value: string; readonly isFlag?: boolean }[];
  readonly placeholder?: string;
}

/** A folder that the user typed. */
export interface FolderLook {
  /** The absolute path; null if the text, such as "Downloads", is not a path. */
  readonly path: string | null;
  readonly state: 'folder' | 'missing' | 'closed' | 'relative';
  readonly statements: number;
  /** Absolute paths of completions: folders inside it, or folders that begin with the typed name. */
  readonly folders: readonly string[];
}

export type FormValues = Readonly<Record<string, string>>;

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

/** Sorts kinds by id, because the exports of a module have no defined order. */
export function listKinds<Kind extends { readonly id: string }>(
  named: Readonly<Record<string, Kind>>,
): readonly Kind[] {
  return Object.values(named).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
