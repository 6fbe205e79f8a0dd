import { createError } from '../../platform/errors.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount } from '../../store/accounts.ts';

export function backupHandlers({ store, backups, sync, announce }: Collaborators): Handlers<'backups'> {
  return {
    'backup.list': async ({ accountId }) => {
      const { workbook } = requireAccount(store, accountId);
      return {
        workbook:
          workbook !== null && 'path' in workbook
            ? {
                path: workbook.path,
                folder: backups.workbookFolder(accountId),
                files: await backups.ofWorkbook(accountId),
              }
            : null,
        database: { folder: backups.databaseFolder, files: backups.ofDatabase() },
      };
    },
    'backup.write': ({ path, passphrase }) => backups.write(path, passphrase),
    'backup.restore': async ({ accountId, name }) => {
      const { workbook } = requireAccount(store, accountId);
      if (workbook === null || !('path' in workbook)) throw createError('workbook_no_backups', {});
      const restored = await backups.bringBack(accountId, name, workbook.path);
      if (restored.isWorkbook) {
        sync.invalidate(accountId);
        announce('workbook', accountId);
      }
      return restored;
    },
  };
}
