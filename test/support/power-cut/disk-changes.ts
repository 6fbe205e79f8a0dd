/**
 * The content of a folder by absolute path: the bytes of each file, null for a folder. Folders come before their content.
 */
export type Contents = ReadonlyMap<string, Buffer | null>;

export interface FileNode {
  readonly durable: { bytes: Buffer };
  readonly current: { bytes: Buffer };
}

export interface FolderNode {
  readonly durable: Map<string, Node>;
  readonly current: Map<string, Node>;
}

export type Node = FileNode | FolderNode;

/** A change of bytes or of a file's size. Only a sync of the file makes it durable. */
export interface DataChange {
  readonly node: FileNode;
  /** Null if only the size changes. */
  readonly bytes: Buffer | null;
  /** The position of the bytes, or the new size. */
  readonly offset: number;
  readonly index: number;
}

/** Names that change together. Only a sync of their folders makes them durable. */
export interface NameChange {
  readonly names: readonly { readonly folder: FolderNode; readonly name: string; readonly node: Node | null }[];
  readonly index: number;
}

/** Decides what a power cut preserves of unsynced changes; called in the order of the changes. */
export interface Fate {
  names(change: NameChange): boolean;
  /**
   * The content at the position of the change after the power cut; null if neither its bytes nor its size were
   * preserved. `before` is the whole file.
   */
  data(change: DataChange, before: Buffer): Buffer | null;
}
