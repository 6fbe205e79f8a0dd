import { closeSync, openSync } from 'node:fs';

/** What SQLite opens at once: the database, its log, its index and, for a moment, their folder; with some to spare. */
const NEEDED = 8;

/** Whether this process, or the machine, has no room for a few more open files. */
export function isShortOfOpenFiles(): boolean {
  const opened: number[] = [];
  try {
    // The program that runs can be read.
    while (opened.length < NEEDED) opened.push(openSync(process.execPath, 'r'));
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EMFILE' || thrown.code === 'ENFILE');
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** How many files and connections this process may have open at once; Infinity where nothing says so, as on Windows. */
export function openFilesLimit(): number {
  // Its report is the one place where Node tells it. It would look up the names of all who are connected.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
