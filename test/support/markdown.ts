import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every page written by people, as paths relative to `root` with forward slashes. */
export function markdownFiles(root: string): string[] {
  return ['*.md', 'docs/**/*.md', 'bench/**/*.md', 'test/**/*.md']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function readPage(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The link targets of a page, in order; code is ignored. */
export function linksOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);
}

/** The anchors that GitHub derives from headings. */
export function anchorsOf(page: string): string[] {
  const headings = [...page.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ +(.+)$/gm)].map(
    (match) => match[1] as string,
  );
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(page: string): string {
  return page.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}
