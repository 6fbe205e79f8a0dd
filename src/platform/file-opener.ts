import type { System } from './data-folder.ts';
import { hasScreen } from './screen.ts';

/** Opens spreadsheets on this machine. Loads `open-file.ts` only when it is used. */
export function fileOpener(system: System): {
  readonly hasScreen: boolean;
  open(path: string, shown: 'file' | 'folder'): Promise<void>;
} {
  return {
    hasScreen: hasScreen(system),
    open: async (path, shown) => (await import('./open-file.ts')).openSpreadsheetFile(path, shown, system),
  };
}
