import * as z from 'zod/mini';
import type { Instant } from '../../core/calendar-date.ts';
import { localPath, procedure } from './procedure.ts';

export interface FolderListView {
  readonly path: string;
  readonly trail: readonly EntryView[];
  readonly folders: readonly EntryView[];
  readonly files: readonly (EntryView & { readonly changedAt: Instant })[];
  readonly isCut: boolean;
}

export interface EntryView {
  readonly path: string;
  readonly name: string;
}

export const folderProcedures = {
  /** Lists folders below the home folder, and workbook files with `workbooks`. `near` is a path that the user is typing. */
  'folder.list': procedure<FolderListView>()({
    folder: z.optional(localPath),
    near: z.optional(z.string().check(z.maxLength(4096))),
    shows: z.enum(['folders', 'workbooks']),
  }),
};
