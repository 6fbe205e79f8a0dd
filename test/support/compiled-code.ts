import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the programs and threads that tests start keep their compiled code, so that only the first of them compiles it. */
export const COMPILED_CODE = join(tmpdir(), 'pennyrow-test-compiled');
