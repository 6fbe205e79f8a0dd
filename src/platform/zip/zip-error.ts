/** What can be wrong with a zip file; each kind of file that is one says it with its own code. */
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

const TOO_LARGE: ReadonlySet<ZipFault> = new Set(['entries', 'entry_size', 'total_size', 'ratio']);

/** The caller says it in words of its own; `message` is for logs. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly fault: ZipFault;
  readonly details: ZipFaultDetails;

  constructor(fault: ZipFault, details: ZipFaultDetails = {}, cause?: unknown) {
    super(`${fault} ${JSON.stringify(details)}`, { cause });
    this.fault = fault;
    this.details = details;
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
