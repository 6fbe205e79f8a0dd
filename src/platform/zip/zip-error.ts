/** What can be wrong with a zip file; each kind of file that is one says it with its own code and remedy. */
export type ZipFault =
  | 'cut_off'
  | 'directory'
  | 'volumes'
  | 'overlap'
  | 'encrypted'
  | 'method'
  | 'checksum'
  | 'declared_size'
  | 'entries'
  | 'entry_size'
  | 'total_size'
  | 'ratio';

interface ZipFaultDetails {
  /** The name of the entry that it is about. */
  readonly entry?: string;
  /** The limit that was passed, or the number of the method. */
  readonly limit?: number;
}

const WHAT: Readonly<Record<ZipFault, (details: ZipFaultDetails) => string>> = {
  cut_off: () => 'it is cut off or half written',
  directory: () => 'its directory points to nothing',
  volumes: () => 'it is one volume of several',
  overlap: () => 'its parts overlap',
  encrypted: () => 'it is locked with a password',
  method: ({ limit }) => `it is packed in a way (${limit}) that Pennyrow does not know`,
  checksum: ({ entry = '' }) => `what it holds as "${entry.slice(-60)}" does not match its checksum`,
  declared_size: () => 'what it holds cannot be unfolded to the size that it claims',
  entries: ({ limit }) => `it holds more than ${limit} files`,
  entry_size: ({ entry, limit }) => `its part ${entry} unfolds to more than ${limit} bytes`,
  total_size: ({ limit }) => `it unfolds to more than ${limit} bytes`,
  ratio: ({ entry, limit }) => `its part ${entry} unfolds to more than ${limit} times its size`,
};

const TOO_LARGE: ReadonlySet<ZipFault> = new Set(['entries', 'entry_size', 'total_size', 'ratio']);

/** `message` is a clause in plain words for an error of the caller's: "its parts overlap". */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly fault: ZipFault;

  constructor(fault: ZipFault, details: ZipFaultDetails = {}, cause?: unknown) {
    super(WHAT[fault](details), { cause });
    this.fault = fault;
  }

  get isTooLarge(): boolean {
    return TOO_LARGE.has(this.fault);
  }
}

/** What yauzl and zlib throw over a broken file has no code of ours; what the system throws (EIO) is not the file's fault. */
export function toZipError(error: unknown): unknown {
  if (error instanceof ZipError || (error instanceof Error && 'syscall' in error)) return error;
  return new ZipError(faultOf(error instanceof Error ? error.message : ''), {}, error);
}

/** By yauzl's words, since it gives no codes. */
function faultOf(message: string): ZipFault {
  if (message.startsWith('multi-disk')) return 'volumes';
  if (message.startsWith('strong encryption')) return 'encrypted';
  return /^invalid (?:central|local)/.test(message) ? 'directory' : 'cut_off';
}
