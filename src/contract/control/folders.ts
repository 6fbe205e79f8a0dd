import * as z from 'zod/mini';
import type { Instant } from '../../core/calendar-date.ts';
import { localPath } from './local-path.ts';
import { procedure } from './procedure.ts';

/** Contents of a folder on the machine of the service, in the order in which they are shown. */
export interface FolderListView {
  readonly path: string;
  /** From the home folder of who runs Pennyrow down to this one, which is the last. */
  readonly trail: readonly EntryView[];
  readonly folders: readonly EntryView[];
  readonly files: readonly (EntryView & { readonly changedAt: Instant })[];
  /** More is in it than is listed. */
  readonly isCut: boolean;
}

export interface EntryView {
  readonly path: string;
  readonly name: string;
}

export const folderProcedures = {
  /**
   * The names in a folder, from the home folder of who runs Pennyrow on down, without what is hidden or cannot be opened; with
   * `workbooks` also files that could be connected. `near`: a path as it is typed so far, in place of a folder in full.
   */
  'folder.list': procedure<FolderListView>()(
    z.strictObject({
      folder: z.optional(localPath),
      near: z.optional(z.string().check(z.maxLength(4096))),
      shows: z.enum(['folders', 'workbooks']),
    }),
  ),
};
