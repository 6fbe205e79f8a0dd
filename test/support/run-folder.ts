import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** For files created once for all test files of a run; see `oncePerRun`. */
    readonly runFolder: string;
  }
}

/** Before any test, creates an empty folder that is deleted after the run. */
export default function runFolder(project: TestProject): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-run-')));
  project.provide('runFolder', folder);
  // In watch mode, the tests run again after a change, which may make the created files stale.
  project.onTestsRerun(() => {
    for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true });
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
