import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readGuide } from './read-guide.ts';

const FOLDER = dirname(fileURLToPath(new URL('../../docs/guide/README.md', import.meta.url)));

/** Lets a page of the guide be imported: a build makes a `GuidePage` of its Markdown, and takes its pictures along. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    transform: {
      filter: { id: /\.md$/ },
      handler(markdown, id) {
        if (dirname(id) !== FOLDER) return null;
        const { pictures, ...page } = readGuide(basename(id, '.md'), markdown);
        const paths = [...new Set(pictures)];
        const imports = paths.map((path, place) => `import picture${place} from ${JSON.stringify(path)};`);
        const named = paths.map((path, place) => `${JSON.stringify(path)}: picture${place}`);
        const code = `${imports.join('\n')}\nexport const pictures = { ${named.join(', ')} };\nexport const page = ${JSON.stringify(page)};\n`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}
