import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const { uid } = userInfo();

/** The compile cache of the tests, and of all programs and threads that they start. It outlives a run. */
export const COMPILED_CODE = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), `pennyrow-test-compiled-${uid}`);

// Rejects a folder of another user: anyone can create this folder, and Node runs the code that it contains.
mkdirSync(COMPILED_CODE, { recursive: true, mode: 0o700 });
const found = lstatSync(COMPILED_CODE);
if (!found.isDirectory() || (uid >= 0 && found.uid !== uid))
  throw new Error(`${COMPILED_CODE} belongs to someone else.`);
