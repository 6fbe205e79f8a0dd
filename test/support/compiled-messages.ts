import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Compiles the current catalogues before any test. */
export default function compileMessages(): void {
  execFileSync(process.execPath, ['scripts/messages/compile-messages.ts'], { cwd: ROOT });
}
