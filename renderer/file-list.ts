import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Beside the built page: the paths of all files that belong to it, as a JSON array. */
const FILE_LIST = 'files.json';

/** Lists what was built. The desktop's page lies in an archive, in which nothing can be searched for. */
export function fileList(): Plugin {
  return {
    name: 'file-list',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const files = globSync('**/*.{js,css,svg,png}', { cwd: dir }).map((path) => path.replaceAll('\\', '/'));
      writeFileSync(join(dir, FILE_LIST), `${JSON.stringify(files.toSorted(), null, 2)}\n`);
    },
  };
}
