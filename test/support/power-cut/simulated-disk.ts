import { basename, dirname } from 'node:path';
import type { Contents, DataChange, Fate, FileNode, FolderNode, NameChange, Node } from './disk-changes.ts';
import type { Operation } from './operation.ts';

/** A disk that separates durable changes from those that a power cut may lose. */
export class SimulatedDisk {
  readonly #root: FolderNode = { durable: new Map(), current: new Map() };
  readonly #rootPath: string;
  #unsynced: (DataChange | NameChange)[] = [];
  #count = 0;

  /** The disk begins with `contents`, all of it durable. */
  constructor(rootPath: string, contents: Contents) {
    this.#rootPath = rootPath;
    for (const [path, bytes] of contents) {
      const node: Node =
        bytes === null ? { durable: new Map(), current: new Map() } : { durable: { bytes }, current: { bytes } };
      const folder = this.#folder(dirname(path));
      folder.durable.set(basename(path), node);
      folder.current.set(basename(path), node);
    }
  }

  apply(operation: Operation): void {
    const { path } = operation;
    switch (operation.kind) {
      case 'mkdir':
        this.#name([path, { durable: new Map(), current: new Map() }]);
        break;
      case 'create':
        if (this.#find(path) === undefined)
          this.#name([path, { durable: { bytes: NOTHING }, current: { bytes: NOTHING } }]);
        break;
      case 'write': {
        const file = this.#file(path);
        this.#data(file, operation.bytes, operation.offset === 'end' ? file.current.bytes.length : operation.offset);
        break;
      }
      case 'copy': {
        const { from, fromOffset, offset, length } = operation;
        const source = this.#file(from).current.bytes;
        this.#data(
          this.#file(path),
          source.subarray(fromOffset, length === null ? source.length : fromOffset + length),
          offset,
        );
        break;
      }
      case 'truncate':
        if (this.#file(path).current.bytes.length !== operation.size)
          this.#data(this.#file(path), null, operation.size);
        break;
      case 'rename':
        this.#name([path, null], [operation.to, this.#find(path) ?? missing(path)]);
        break;
      case 'link':
        this.#name([operation.to, this.#file(path)]);
        break;
      case 'unlink':
      case 'rmdir':
        this.#name([path, null]);
        break;
      case 'sync':
        this.#sync(this.#find(path) ?? missing(path), operation.covers);
        break;
    }
    this.#count += 1;
  }

  /** The content that programs see. */
  current(): Contents {
    return this.after({ names: () => true, data: ({ bytes }) => bytes ?? NOTHING });
  }

  /** The content after a power cut. */
  after(fate: Fate): Contents {
    const files = new Map<FileNode, Buffer>();
    const folders = new Map<FolderNode, Map<string, Node>>();
    for (const change of this.#unsynced) {
      if ('names' in change) {
        if (!fate.names(change)) continue;
        for (const { folder, name, node } of change.names)
          setName(folders.get(folder) ?? open(folders, folder), name, node);
      } else {
        const before = files.get(change.node) ?? change.node.durable.bytes;
        files.set(change.node, changed(before, change, fate.data(change, before)));
      }
    }
    const contents = new Map<string, Buffer | null>();
    const collect = (folder: FolderNode, path: string): void => {
      for (const [name, node] of folders.get(folder) ?? folder.durable) {
        contents.set(`${path}/${name}`, isFolder(node) ? null : (files.get(node) ?? node.durable.bytes));
        if (isFolder(node)) collect(node, `${path}/${name}`);
      }
    };
    collect(this.#root, this.#rootPath);
    return contents;
  }

  #data(node: FileNode, bytes: Buffer | null, offset: number): void {
    const change = { node, bytes, offset, index: this.#count };
    node.current.bytes = changed(node.current.bytes, change, bytes ?? NOTHING);
    this.#unsynced.push(change);
  }

  #name(...changes: readonly (readonly [path: string, node: Node | null])[]): void {
    const names = changes.map(([path, node]) => ({ folder: this.#folder(dirname(path)), name: basename(path), node }));
    for (const { folder, name, node } of names) setName(folder.current, name, node);
    this.#unsynced.push({ names, index: this.#count });
  }

  #sync(node: Node, covers: number): void {
    const left: (DataChange | NameChange)[] = [];
    const last = isFolder(node) ? this.#withThoseBefore(node, covers) : new Set<NameChange>();
    for (const change of this.#unsynced) {
      if ('names' in change && last.has(change))
        for (const { folder, name, node: named } of change.names) setName(folder.durable, name, named);
      else if (!('names' in change) && change.node === node && change.index < covers)
        change.node.durable.bytes = changed(change.node.durable.bytes, change, change.bytes ?? NOTHING);
      else left.push(change);
    }
    this.#unsynced = left;
  }

  /** The name changes that a sync of this folder makes durable, with earlier ones in folders from which something was moved here. */
  #withThoseBefore(folder: FolderNode, covers: number): Set<NameChange> {
    const folders = new Set([folder]);
    const found = new Set<NameChange>();
    for (const change of this.#unsynced.toReversed()) {
      if (!('names' in change) || change.index >= covers || !change.names.some((each) => folders.has(each.folder)))
        continue;
      found.add(change);
      for (const each of change.names) folders.add(each.folder);
    }
    return found;
  }

  #find(path: string): Node | undefined {
    return path === this.#rootPath ? this.#root : this.#folder(dirname(path)).current.get(basename(path));
  }

  #file(path: string): FileNode {
    const node = this.#find(path) ?? missing(path);
    return isFolder(node) ? missing(path) : node;
  }

  #folder(path: string): FolderNode {
    const node = this.#find(path) ?? missing(path);
    return isFolder(node) ? node : missing(path);
  }
}

const NOTHING = Buffer.alloc(0);

function isFolder(node: Node): node is FolderNode {
  return node.current instanceof Map;
}

function missing(path: string): never {
  throw new Error(`The simulated disk has no ${path}.`);
}

function setName(names: Map<string, Node>, name: string, node: Node | null): void {
  if (node === null) names.delete(name);
  else names.set(name, node);
}

function open(folders: Map<FolderNode, Map<string, Node>>, folder: FolderNode): Map<string, Node> {
  const names = new Map(folder.durable);
  folders.set(folder, names);
  return names;
}

/** The content after a change of which only `arrived` was preserved. */
function changed(
  before: Buffer,
  { bytes, offset }: Pick<DataChange, 'bytes' | 'offset'>,
  arrived: Buffer | null,
): Buffer {
  if (arrived === null) return before;
  const size = bytes === null ? offset : Math.max(before.length, offset + arrived.length);
  const after = Buffer.alloc(size);
  before.copy(after);
  if (bytes !== null) arrived.copy(after, offset);
  return after;
}
