/**
 * An operation of a program on the files of a folder, in the order in which the system completed them. Paths are absolute.
 */
export type Operation =
  | { readonly kind: 'mkdir' | 'create' | 'unlink' | 'rmdir'; readonly path: string }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'write'; readonly path: string; readonly offset: number | 'end'; readonly bytes: Buffer }
  /** Copies the whole other file if `length` is null. */
  | {
      readonly kind: 'copy';
      readonly path: string;
      readonly from: string;
      readonly fromOffset: number;
      readonly offset: number;
      readonly length: number | null;
    }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  /** Syncs a file or a folder. `covers` is the number of operations completed when it began. */
  | { readonly kind: 'sync'; readonly path: string; readonly covers: number };
