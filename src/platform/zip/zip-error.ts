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
  readonly entry?: string;
  readonly limit?: number;
}

const TOO_LARGE: ReadonlySet<ZipFault> = new Set(['entries', 'entry_size', 'total_size', 'ratio']);

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

/** Converts errors of yauzl and zlib about invalid content. Returns errors of the system, such as EIO, unchanged. */
export function toZipError(error: unknown): unknown {
  if (error instanceof ZipError || (error instanceof Error && 'syscall' in error)) return error;
  return new ZipError(faultOf(error instanceof Error ? error.message : ''), {}, error);
}

function faultOf(message: string): ZipFault {
  if (message.startsWith('multi-disk')) return 'volumes';
  if (message.startsWith('strong encryption')) return 'encrypted';
  return /^invalid (?:central|local)/.test(message) ? 'directory' : 'cut_off';
}
