import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideElement, GuideNode, GuidePage, GuideTag } from '../pages/help/guide-page.ts';

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
        const paths = [...new Set(pictures)];
        const imports = paths.map((path, place) => `import picture${place} from ${JSON.stringify(path)};`);
        const named = paths.map((path, place) => `${JSON.stringify(path)}: picture${place}`);
        const code = `${imports.join('\n')}\nexport const pictures = { ${named.join(', ')} };\nexport const page = ${JSON.stringify(page)};\n`;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/** A guide page with the relative paths of its pictures. */
interface ReadPage extends GuidePage {
  readonly pictures: readonly string[];
}

/**
 * Parses a guide page. Links to other guide pages stay within the dashboard; links to other files of the repository
 * become plain text. Throws on unsupported content such as HTML, so that the build fails.
 */
export function readGuide(name: string, markdown: string): ReadPage {
  const pictures: string[] = [];
  const [title, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || (title as Tokens.Heading).depth !== 1) throw new Error('It begins with no title.');
  const content = blocks(rest);
  const sections = content.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' ? [{ id: node.id ?? '', title: textOf(node) }] : [],
  );
  return {
    title: textOf({ tag: 'h2', children: inline((title as Tokens.Heading).tokens) }),
    sections,
    content,
    pictures,
  };

  function blocks(tokens: readonly Token[]): GuideNode[] {
    return tokens.flatMap((token) => block(token));
  }

  function block(given: Token): GuideNode[] {
    const token = given as Block;
    switch (token.type) {
      case 'space':
        return [];
      case 'heading': {
        const children = inline(token.tokens);
        const tag = (['h2', 'h2', 'h3', 'h4'] as const)[token.depth - 1] ?? 'h4';
        return [{ tag, id: anchorOf(textOf({ tag, children })), children }];
      }
      case 'paragraph':
        return [element('p', inline(token.tokens))];
      // In a list without blank lines.
      case 'text':
        return inline(token.tokens ?? [token]);
      case 'list':
        return [
          element(
            token.ordered ? 'ol' : 'ul',
            token.items.map(({ tokens }) => element('li', blocks(tokens))),
          ),
        ];
      case 'code':
        return [element('pre', [element('code', [token.text])])];
      case 'blockquote':
        return [element('blockquote', blocks(token.tokens))];
      case 'hr':
        return [element('hr')];
      case 'table':
        return [
          element('table', [
            // A table of two columns may have an empty header.
            ...(token.header.every(({ text }) => text === '') ? [] : [element('thead', [row('th', token.header)])]),
            element(
              'tbody',
              token.rows.map((cells) => row('td', cells)),
            ),
          ]),
        ];
      // A comment for editors of the guide.
      case 'html':
        if (/^<!--[^]*-->\s*$/.test(token.text)) return [];
        break;
    }
    throw new Error(`It has something that the dashboard cannot show (${token.type}): ${token.raw}`);
  }

  function row(tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): GuideElement {
    return element(
      'tr',
      cells.map(({ tokens, text }) => element(text === '' ? 'td' : tag, inline(tokens))),
    );
  }

  function inline(tokens: readonly Token[]): GuideNode[] {
    return tokens.flatMap((given): GuideNode[] => {
      const token = given as Inline;
      switch (token.type) {
        case 'text':
        case 'escape':
          if (/&#?\w+;/.test(token.text)) break;
          return 'tokens' in token && token.tokens !== undefined ? inline(token.tokens) : [token.text];
        case 'codespan':
          return [element('code', [token.text])];
        case 'strong':
        case 'em':
        case 'del':
          return [element(token.type, inline(token.tokens))];
        case 'br':
          return [element('br')];
        case 'link': {
          const href = addressOf(token.href, name);
          const children = inline(token.tokens);
          return href === null ? children : [{ tag: 'a', href, children }];
        }
        case 'image':
          pictures.push(token.href);
          return [{ tag: 'img', src: token.href, alt: token.text, children: [] }];
      }
      throw new Error(`It has something that the dashboard cannot show (${token.type}): ${token.raw}`);
    });
  }
}

type Block =
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Table
  | Tokens.Text;

type Inline =
  | Tokens.Br
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Image
  | Tokens.Link
  | Tokens.Strong
  | Tokens.Text;

function element(tag: GuideTag, children: readonly GuideNode[] = []): GuideElement {
  return { tag, children };
}

function textOf({ children }: GuideElement): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The anchor of a heading, as GitHub generates it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Web addresses stay, guide pages map to the dashboard. Null for files that are not packaged. */
function addressOf(href: string, from: string): string | null {
  if (href.startsWith('https://')) return href;
  const [, page, section] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (page === undefined && section === undefined) return null;
  if (page === 'README' && section === undefined) return '/help';
  return ['/help', page ?? from, ...(section === undefined ? [] : [section])].join('/');
}
