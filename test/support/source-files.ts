import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Every handwritten code file, as paths relative to `root` with forward slashes. */
export function sourceFiles(root: string): string[] {
  return ['bin', 'src', 'renderer', 'scripts', 'test', 'bench']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,js,mjs,cjs}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^(test\/fixtures|src\/messages\/compiled)\//.test(path))
    .sort();
}
