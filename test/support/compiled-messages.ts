import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Before any test: the catalogues as they are now. */
export default function compileMessages(): void {
  execFileSync(process.execPath, ['scripts/messages/compile-messages.ts'], { cwd: ROOT });
}
