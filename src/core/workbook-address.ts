/** The location of an account's workbook: a file or a document of a service. Each kind may store additional fields. */
export type WorkbookAddress = FileAddress | ServiceAddress;

export interface FileAddress {
  readonly kind: string;
  /** Absolute. */
  readonly path: string;
}

export interface ServiceAddress {
  readonly kind: string;
  /** The title at the last read. */
  readonly title: string;
  /** The service rejects the permission: the user must connect again, and syncs wait until then. */
  readonly grantLost: boolean;
}

/** The name to show to the user. */
export function workbookName(address: WorkbookAddress): string {
  return 'path' in address ? address.path : address.title;
}
