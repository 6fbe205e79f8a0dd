import type { System } from './data-folder.ts';
import { hasScreen } from './screen.ts';

export interface FileOpener {
  /** True if the user would see the opened file. */
  readonly hasScreen: boolean;
  /** Throws workbook_not_opened, workbook_missing. */
  open(path: string, shown: 'file' | 'folder'): Promise<void>;
}

/** Opens spreadsheets on this machine. Loads `open-file.ts` only when it is used. */
export function fileOpener(system: System): FileOpener {
  return {
    hasScreen: hasScreen(system),
    open: async (path, shown) => (await import('./open-file.ts')).openSpreadsheetFile(path, shown, system),
  };
}
