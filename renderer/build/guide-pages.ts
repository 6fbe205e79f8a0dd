import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuidePage } from '../pages/help/guide-page.ts';

const FOLDER = dirname(fileURLToPath(new URL('../../docs/guide/README.md', import.meta.url)));

/** Makes guide pages importable: compiles their Markdown to a `GuidePage` and bundles their pictures. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    transform: {
      filter: { id: /\.md$/ },
      handler(markdown, id) {
        if (dirname(id) !== FOLDER) return null;
        const { pictures, ...page } = readGuide(basename(id, '.md'), markdown);
        const imports = pictures.map((path, place) => `import picture${place} from ${JSON.stringify(path)};`);
        const urls = pictures.map((_, place) => `picture${place}`).join(', ');
        const html = `${JSON.stringify(page.html)}.replaceAll(/%picture(\\d+)%/g, (_, place) => [${urls}][place])`;
        const code = `${imports.join('\n')}\nexport const page = { ...${JSON.stringify(page)}, html: ${html} };\n`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/** Compiles a page. Links to other pages lead to the dashboard's help. Throws if it contains HTML, so that the build fails. */
export function readGuide(name: string, markdown: string): GuidePage & { readonly pictures: readonly string[] } {
  const [heading = '', ...lines] = markdown.split('\n');
  if (!heading.startsWith('# ')) throw new Error('It begins with no title.');
  const pictures: string[] = [];
  const sections: { readonly id: string; readonly title: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const title = plain(text);
        if (depth === 2) sections.push({ id: anchorOf(title), title });
        return `<h${depth} id="help-${anchorOf(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, name);
        const text = this.parser.parseInline(tokens);
        if (address === null) return text;
        const target = address.startsWith('#') ? '' : ' target="_blank" rel="noreferrer"';
        const isEnglish = !existsSync(join(FOLDER, href.replace(/\.md(?:#.*)?$/, '.de.md')));
        const language = name.endsWith('.de') && isEnglish ? ' hreflang="en"' : '';
        return `<a href="${address}"${target}${language}>${text}</a>`;
      },
      image({ href, text }) {
        pictures.push(href);
        return `<img src="%picture${pictures.length - 1}%" alt="${text}" loading="lazy">`;
      },
      // Omits HTML comments, which are for editors of the guide.
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^<!--[^]*-->\s*$/.test(text)) return '';
        throw new Error(`It has something that the dashboard cannot show (html): ${text}`);
      },
    },
  });
  const html = scrollable(marked.parse(lines.join('\n'), { async: false }));
  return { title: plain(heading.slice(2)), sections, html, pictures };
}

/** Makes wide content scrollable by keyboard. The page replaces `%code%` and `%table%` by labels in its language. */
function scrollable(html: string): string {
  const frame = (label: string): string => `<div tabindex="0" role="group" aria-label="%${label}%">`;
  return html
    .replaceAll(/<pre>[^]*?<\/pre>/g, (block) => `${frame('code')}${block}</div>`)
    .replaceAll(/<table>[^]*?<\/table>/g, (block) => `${frame('table')}${withoutEmptyHeads(block)}</div>`);
}

/** Markdown requires a header in every table, so a table without titles has empty header cells. */
function withoutEmptyHeads(table: string): string {
  return table
    .replace(/<thead>\s*<tr>(?:\s*<th>\s*<\/th>)+\s*<\/tr>\s*<\/thead>/, '')
    .replaceAll(/<th>\s*<\/th>/g, '<td></td>');
}

function plain(markdown: string): string {
  return markdown.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Keeps web addresses, and maps guide pages to the dashboard's help. Null for links to files that are not packaged. */
function addressOf(href: string, from: string): string | null {
  if (href.startsWith('https://')) return href;
  const [, page, section] = /^(?:([\w.-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (page === undefined && section === undefined) return null;
  if (page === 'README' && section === undefined) return '#/help';
  return ['#/help', page ?? from, ...(section === undefined ? [] : [section])].join('/');
}
