/** Where an account's workbook is: a file, or something at a service. What else `kind` stores beside it is its own business. */
export type WorkbookAddress = FileAddress | ServiceAddress;

export interface FileAddress {
  readonly kind: string;
  /** Absolute. */
  readonly path: string;
}

export interface ServiceAddress {
  readonly kind: string;
  /** As it was called when it was last looked at. */
  readonly title: string;
  /** The service takes the account's permission no more: a person has to connect it again, and syncs wait for that. */
  readonly grantLost: boolean;
}

/** What a person knows the workbook by. */
export function workbookName(address: WorkbookAddress): string {
  return 'path' in address ? address.path : address.title;
}
