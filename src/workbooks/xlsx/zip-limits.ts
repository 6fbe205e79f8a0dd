import { tooLarge } from './workbook-errors.ts';

/** How much a package may unfold to. Real workbooks stay far below. */
export interface ZipLimits {
  readonly entries: number;
  /** Inflated bytes of one entry; well past a full sheet of 1,048,576 transactions. */
  readonly entryBytes: number;
  /** Inflated bytes of all entries that were read. */
  readonly totalBytes: number;
  /** Inflated over compressed, asked only of entries past `ratioFromBytes`; sheets reach 30, deflate can do 1,032. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
}

const MIB = 2 ** 20;

export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  entryBytes: 1024 * MIB,
  totalBytes: 2048 * MIB,
  ratio: 250,
  ratioFromBytes: 16 * MIB,
};

/** Takes how many bytes of the entry `name` are inflated by now; throws PennyrowError `workbook_too_large` past a limit. */
export type UnfoldedMeter = (name: string, bytes: number, compressedBytes: number) => void;

/** Counts over a whole package. Reading an entry twice counts once. */
export function createUnfoldedMeter(
  path: string,
  { entryBytes, totalBytes, ratio, ratioFromBytes }: ZipLimits,
): UnfoldedMeter {
  const inflated = new Map<string, number>();
  let total = 0;
  return (name, bytes, compressedBytes) => {
    const before = inflated.get(name) ?? 0;
    if (bytes > before) {
      inflated.set(name, bytes);
      total += bytes - before;
    }
    if (bytes > entryBytes || total > totalBytes)
      throw tooLarge(path, `its part ${name} unfolds to more than ${bytes} bytes`);
    if (bytes > ratioFromBytes && bytes > ratio * compressedBytes)
      throw tooLarge(path, `its part ${name} unfolds to more than ${ratio} times its size`);
  };
}
