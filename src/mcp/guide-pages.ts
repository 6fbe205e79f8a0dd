import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beside the built program, or where they are written when it runs from its source. */
const FOLDERS = ['../guide', '../../docs/guide'].map((folder) => join(import.meta.dirname, folder));

export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** The pages of the user guide, by name; none where the program came without them. */
export async function guidePages(folders: readonly string[] = FOLDERS): Promise<readonly GuidePage[]> {
  const folder = folders.find((candidate) => existsSync(join(candidate, 'README.md')));
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.md$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
    }),
  );
}
