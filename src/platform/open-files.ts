import { closeSync, openSync } from 'node:fs';

/** SQLite opens the database, its log, its index and briefly their folder; plus some reserve. */
const NEEDED = 8;

/** True if the process or the machine cannot open a few more files. */
export function isShortOfOpenFiles(): boolean {
  const opened: number[] = [];
  try {
    // The running program is always readable.
    while (opened.length < NEEDED) opened.push(openSync(process.execPath, 'r'));
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EMFILE' || thrown.code === 'ENFILE');
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** The maximum number of open files and connections of this process; Infinity if unlimited, as on Windows. */
export function openFilesLimit(): number {
  // Only the diagnostic report contains the limit. Without `excludeNetwork`, it would resolve the names of all connected hosts.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
