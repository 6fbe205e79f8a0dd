/** A file, or a document of an online service. Each kind of workbook may store additional fields. */
export type WorkbookAddress = FileAddress | ServiceAddress;

export interface FileAddress {
  readonly kind: string;
  readonly path: string;
}

export interface ServiceAddress {
  readonly kind: string;
  readonly title: string;
  readonly grantLost: boolean;
}

export function workbookName(address: WorkbookAddress): string {
  return 'path' in address ? address.path : address.title;
}
