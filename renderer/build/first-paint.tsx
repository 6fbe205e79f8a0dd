import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { build } from 'rolldown';
import type { Plugin } from 'vite';
import { readCatalogues } from '../../scripts/messages/catalogues.ts';
import type { Sections } from '../../src/messages/compiled/sections.d.ts';
import { Mark } from '../parts/mark.tsx';
import { MENU_ICONS } from '../base/menu-icons.ts';

/**
 * Puts the frame of the dashboard into the page itself, as the program will draw it: it is painted while the program is
 * still on its way, and nothing moves when that takes over. The style sheet comes behind it, since a page waits with
 * painting for those before, and ahead of the program's place, which adds styles that must win. What asks the service
 * for the first answers stands in the page too.
 */
export function firstPaint(): Plugin {
  return {
    name: 'pennyrow-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { filename }) => {
        const tokens = readFileSync(join(dirname(filename), 'tokens.css'), 'utf8').replaceAll(
          /\/\*.*?\*\/|\s+(?=\s)/gs,
          '',
        );
        const page = html
          .replace('<!-- languages -->', LANGUAGES.join(' '))
          .replace('<!-- tokens -->', () => `<style nonce="%NONCE%">${tokens}</style>`)
          .replaceAll('<!-- mark -->', inPage(renderToStaticMarkup(<Mark />)));
        const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(page)?.[0];
        // While developing, styles come by script.
        if (sheet === undefined) return page;
        const script = await headStart(join(dirname(filename), 'control/head-start.ts'));
        return page
          .replace('.other-language', otherLanguages())
          .replace(sheet, '')
          .replace('<!-- menu -->', menu())
          .replace('<!-- styles -->', sheet.trim())
          .replace('<!-- head start -->', () => `<script nonce="%NONCE%">${script}</script>`);
      },
    },
  };
}

/** What runs before the program has come; as a file of its own it would come hardly sooner than that. */
async function headStart(input: string): Promise<string> {
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true },
  });
  return output[0].code.trim();
}

const CATALOGUES = readCatalogues() as unknown as Readonly<
  Record<string, { readonly pages: Pick<Sections['pages'], 'shell'> }>
>;

const LANGUAGES = Object.keys(CATALOGUES);

/** The entries of the menu that are not in the page's language; the style sheet's `.other-language` stands for them. */
function otherLanguages(): string {
  return LANGUAGES.map((language) => `:root[lang='${language}'] .frame [lang]:not([lang='${language}'])`).join();
}

type Entry = keyof typeof MENU_ICONS;

/** In every language; the page's own style shows the one that is spoken. */
function menu(): string {
  const markup = renderToStaticMarkup(
    (Object.keys(MENU_ICONS) as Entry[]).map((name) => {
      const Icon = MENU_ICONS[name];
      return (
        <li key={name}>
          <Icon size={18} stroke={1.6} />
          <div>
            {Object.entries(CATALOGUES).map(([language, { pages }]) => (
              <span key={language} lang={language}>
                {pages.shell.pages[name]}
              </span>
            ))}
          </div>
        </li>
      );
    }),
  );
  return inPage(markup);
}

/** In a page of HTML an svg needs no namespace, and this one names no address but its own. */
function inPage(markup: string): string {
  return markup.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
}
