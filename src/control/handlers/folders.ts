import type { folderProcedures } from '../../contract/control/folders.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { ListedFolder, ListOptions } from '../../platform/list-folder.ts';
import type { Handlers } from '../handler.ts';

const WORKBOOK_ENDING = '.xlsx';

export interface FolderCollaborators {
  /** Throws folder_home, folder_outside, folder_unreadable. */
  listFolder(options: ListOptions): Promise<ListedFolder>;
}

export function folderHandlers({ listFolder }: FolderCollaborators): Handlers<keyof typeof folderProcedures> {
  return {
    'folder.list': async ({ folder = null, near, shows }) => {
      const { files, ...listed } = await listFolder({
        folder,
        near,
        ending: shows === 'workbooks' ? WORKBOOK_ENDING : null,
      });
      return {
        ...listed,
        files: files.map(({ changedAt, ...file }) => ({ ...file, changedAt: toInstant(changedAt) })),
      };
    },
  };
}
