import { resolve } from 'node:path';
import type { Operation } from './operation.ts';

/**
 * Every system call that may change a folder. A missing call is detected, because replaying the trace would produce
 * another folder.
 */
export const TRACED = [
  'open',
  'openat',
  'openat2',
  'creat',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'copy_file_range',
  'sendfile',
  'ioctl',
  'lseek',
  'truncate',
  'ftruncate',
  'fallocate',
  'fsync',
  'fdatasync',
  'sync_file_range',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'symlink',
  'symlinkat',
  'unlink',
  'unlinkat',
  'mkdir',
  'mkdirat',
  'rmdir',
];

/**
 * The successful operations below `folder`, from the output of `strace -f -y -xx`. Throws on a call that it cannot
 * interpret.
 */
export function parseTrace(trace: string, folder: string): Operation[] {
  const parser = new TraceParser(folder);
  for (const line of trace.split('\n')) parser.line(line);
  return parser.operations;
}

interface Call {
  readonly name: string;
  /** The text between the parentheses. */
  readonly given: string;
  /** The text after `= `. */
  readonly answer: string;
  /** The number of operations that were complete when the call began. */
  readonly begun: number;
}

class TraceParser {
  readonly operations: Operation[] = [];
  readonly #folder: string;
  /** The unfinished call of each thread. */
  readonly #unfinished = new Map<string, { readonly text: string; readonly begun: number }>();
  readonly #descriptors = new Map<number, string>();
  /** The position of the next write without an offset. One for each file, since no file is opened twice for such writes. */
  readonly #positions = new Map<string, number | 'end'>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  line(line: string): void {
    const [, thread = '', text = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const begun = this.operations.length;
    const cut = /^(.*?)\s*<unfinished \.\.\.>$/.exec(text)?.[1];
    if (cut !== undefined) {
      this.#unfinished.set(thread, { text: cut, begun });
      return;
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const first = rest === undefined ? undefined : this.#unfinished.get(thread);
    const [, name, given, answer] = /^(\w+)\((.*)\)\s+= (.*)$/.exec((first?.text ?? '') + (rest ?? text)) ?? [];
    if (name === undefined || given === undefined || answer === undefined || /^[-?]/.test(answer)) return;
    this.#call({ name, given, answer, begun: first?.begun ?? begun });
  }

  #call({ name, given, answer, begun }: Call): void {
    const [named = '', toNamed = ''] = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) =>
      decode(text).toString(),
    );
    const [file = '', second = ''] = [...given.matchAll(/\b\d+<((?:\\x[0-9a-f]{2})*)>(?!\(deleted\))/g)].map(
      ([, text = '']) => decode(text).toString(),
    );
    // `rm` uses paths that are relative to an open folder instead of the working directory.
    const path = resolve(file, named);
    const to = resolve(second || file, toNamed);
    const last = Number(given.slice(given.lastIndexOf(',') + 1));
    if (name.startsWith('open') || name === 'creat')
      this.#open(Number.parseInt(answer, 10), decode(/<(.*)>/.exec(answer)?.[1] ?? '').toString(), given);
    else if (![path, to, file, second].some((each) => this.#isOurs(each))) return;
    else if (name === 'write' || name === 'pwrite64')
      this.#write(file, given, Number.parseInt(answer, 10), name === 'write' ? null : last);
    else if (name === 'copy_file_range') this.#copy(file, second, given, Number(answer));
    else if (name === 'ioctl' && given.includes('FICLONE'))
      this.operations.push({
        kind: 'copy',
        path: file,
        from: this.#descriptors.get(last) ?? '',
        fromOffset: 0,
        offset: 0,
        length: null,
      });
    else if (name === 'truncate' || name === 'ftruncate')
      this.operations.push({ kind: 'truncate', path: name === 'truncate' ? path : file, size: last });
    else if (name === 'fsync' || name === 'fdatasync')
      this.operations.push({ kind: 'sync', path: file, covers: begun });
    else if (name.startsWith('rename')) this.operations.push({ kind: 'rename', path, to });
    else if (name.startsWith('link')) this.operations.push({ kind: 'link', path, to });
    else if (name === 'rmdir' || given.includes('AT_REMOVEDIR')) this.operations.push({ kind: 'rmdir', path });
    else if (name.startsWith('unlink')) this.operations.push({ kind: 'unlink', path });
    else if (name.startsWith('mkdir')) this.operations.push({ kind: 'mkdir', path });
    else throw new Error(`The replay does not know what ${name} does: ${given}`);
  }

  #isOurs(path: string): boolean {
    return path.startsWith(`${this.#folder}/`) || path === this.#folder;
  }

  #open(descriptor: number, path: string, given: string): void {
    this.#descriptors.set(descriptor, path);
    if (!this.#isOurs(path) || !/O_WRONLY|O_RDWR/.test(given)) return;
    // The file may exist already; the simulated disk then ignores the `create`.
    if (given.includes('O_CREAT')) this.operations.push({ kind: 'create', path });
    if (given.includes('O_TRUNC')) this.operations.push({ kind: 'truncate', path, size: 0 });
    this.#positions.set(path, given.includes('O_APPEND') ? 'end' : 0);
  }

  #write(path: string, given: string, count: number, offset: number | null): void {
    const [, text = '', isCut] = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/.exec(given) ?? [];
    if (isCut !== undefined) throw new Error(`The trace holds only a part of what was written to ${path}.`);
    this.operations.push({
      kind: 'write',
      path,
      offset: offset ?? this.#next(path, count),
      bytes: decode(text).subarray(0, count),
    });
  }

  #copy(from: string, path: string, given: string, length: number): void {
    const places = /> *, (?:NULL|\[(\d+).*?\]), \d+<[^>]*>, (?:NULL|\[(\d+).*?\]),/.exec(given);
    if (places === null) throw new Error(`Where does this copy from and to? ${given}`);
    const offset = places[2] === undefined ? this.#next(path, length) : Number(places[2]);
    if (offset === 'end' || length === 0) return;
    this.operations.push({ kind: 'copy', path, from, fromOffset: Number(places[1] ?? 0), offset, length });
  }

  #next(path: string, length: number): number | 'end' {
    const offset = this.#positions.get(path) ?? 0;
    if (offset !== 'end') this.#positions.set(path, offset + length);
    return offset;
  }
}

function decode(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
