/** What a folder holds: the bytes of each file, null for a folder, by absolute path; folders come before what is in them. */
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

/** A change of bytes or of a file's size, which only a sync of the file makes last. */
export interface DataChange {
  readonly node: FileNode;
  /** Null for a new size alone. */
  readonly bytes: Buffer | null;
  /** Of the bytes, or the new size. */
  readonly offset: number;
  readonly index: number;
}

/** Names that come and go together, which only a sync of their folders makes last. */
export interface NameChange {
  readonly names: readonly { readonly folder: FolderNode; readonly name: string; readonly node: Node | null }[];
  readonly index: number;
}

/** What of the changes that were not synced a power cut leaves; asked in the order in which they were made. */
export interface Fate {
  names(change: NameChange): boolean;
  /** What is at the place of the change afterwards, null when nothing of it arrived, not even a size; `before` is the whole file. */
  data(change: DataChange, before: Buffer): Buffer | null;
}
