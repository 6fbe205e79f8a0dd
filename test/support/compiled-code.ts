import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const { uid } = userInfo();

/** Where the programs and threads that tests start keep their compiled code, so that only the first of them compiles it. */
export const COMPILED_CODE = join(tmpdir(), `pennyrow-test-compiled-${uid}`);

// Anyone may make a folder of this name there, and Node runs what it finds in it.
mkdirSync(COMPILED_CODE, { recursive: true, mode: 0o700 });
const found = lstatSync(COMPILED_CODE);
if (!found.isDirectory() || (uid >= 0 && found.uid !== uid))
  throw new Error(`${COMPILED_CODE} belongs to someone else.`);
