import SqliteDatabase from 'better-sqlite3';

/**
 * Has the C library give back to the system what was freed. glibc keeps freed memory that lies below anything still in use,
 * and only its `malloc_trim` looks for it. Node has no way to call that; SQLite has one, since it loads an extension by
 * calling the function that it is told (decision 0076). Takes some milliseconds for each hundred megabytes. Does
 * nothing where the C library is another one.
 */
export function returnFreedMemory(): void {
  if (!isGlibc()) return;
  // Of its own, so that the one with the data never loads anything.
  const sqlite: Loader = new SqliteDatabase(':memory:');
  try {
    sqlite.loadExtension('libc.so.6', 'malloc_trim');
  } catch {
    // It answers 1 when it gave something back, which SQLite takes for an extension that failed.
  } finally {
    sqlite.close();
  }
}

/** Its types lack the second parameter. */
interface Loader {
  loadExtension(library: string, entryPoint: string): unknown;
  close(): unknown;
}

let known: boolean | undefined;

export function isGlibc(): boolean {
  known ??= process.platform === 'linux' && glibcVersion() !== undefined;
  return known;
}

/** Node's types lack both. */
interface Reporter {
  excludeNetwork: boolean;
  getReport(): object;
}

function glibcVersion(): string | undefined {
  const report = process.report as unknown as Reporter;
  const before = report.excludeNetwork;
  // Else it looks up the name of every host that the process talks to.
  report.excludeNetwork = true;
  try {
    return (report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  } finally {
    report.excludeNetwork = before;
  }
}
