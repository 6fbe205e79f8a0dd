import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { anchorsOf } from './markdown.ts';

const FOLDER = join(import.meta.dirname, '../../docs/guide');

/** The pages of the guide. */
export const GUIDE_NAMES = globSync('*.md', { cwd: FOLDER }).map((file) => basename(file, '.md'));

export const guideMarkdown = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

/** True if a link to the help, `#/help/page/section`, has a target in the guide. */
export function isInGuide(href: string | null): boolean {
  const [, , name = '', section] = (href ?? '').split('/');
  return GUIDE_NAMES.includes(name) && (section === undefined || anchorsOf(guideMarkdown(name)).includes(section));
}
