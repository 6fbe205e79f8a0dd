/**
 * One field of a form that both the command line and the dashboard show. Values are always text. The texts about a field are in the
 * messages of the kind, under its id.
 */
export interface FormField {
  /** The name in the settings or the secret, and in kebab case the option of the command line. */
  readonly id: string;
  /**
   * `file` holds the content of a small file, `path` the path of a file on the service's machine. Only for the command line: `list`, an
   * option that may be repeated, and `command`, a program with arguments; both hold lists of texts.
   */
  readonly type: 'text' | 'country' | 'number' | 'choice' | 'folder' | 'path' | 'file' | 'list' | 'command';
  /** Stored in the vault and never shown. The command line prompts for it and offers no option. */
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  /** For a secret: expands to one secret per name in this list field of the same form. */
  readonly oneFor?: string;
  /** For an expanded secret: the id of its original field, which also labels it. */
  readonly from?: string;
  /** Hidden in the dashboard. */
  readonly isForCommandLine?: boolean;
  /** For `country`: the ISO 3166-1 codes to choose from. */
  readonly countries?: readonly string[];
  /** The service provides a list of values: see `connection.banks`. */
  readonly isListed?: boolean;
  /** For kinds with a consent page: can be changed without renewing the consent. */
  readonly isChangeable?: boolean;
  readonly longest?: number;
  readonly range?: readonly [least: number, most: number];
  /** For `choice`; the first one is the default. */
  readonly choices?: readonly FormChoice[];
  /** The placeholder of the value in `--help`: `--id <placeholder>`. */
  readonly placeholder?: string;
}

interface FormChoice {
  readonly value: string;
  /** Can be chosen with `--value`. */
  readonly isFlag?: boolean;
}

export type FormValues = Readonly<Record<string, string>>;

/** Expands secrets that are repeated for each name in the settings. */
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
