import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { readCatalogues } from '../../scripts/messages/catalogues.ts';
import type { Sections } from '../../src/messages/compiled/sections.d.ts';
import { MENU_ICONS } from '../base/menu-icons.ts';
import { Mark } from '../parts/mark.tsx';

/** Puts the page's frame into the HTML, above the style sheet and the program, so that it is painted before they load. */
export function firstPaint(): Plugin {
  return {
    name: 'pennyrow-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) => {
        const tokens = readFileSync(join(dirname(filename), 'tokens.css'), 'utf8').replaceAll(
          /\/\*.*?\*\/|\s+(?=\s)/gs,
          '',
        );
        const page = html
          .replace('<!-- languages -->', LANGUAGES.join(' '))
          .replace('<!-- tokens -->', () => `<style nonce="%NONCE%">${tokens}</style>`)
          .replaceAll('<!-- mark -->', inPage(renderToStaticMarkup(<Mark />)));
        const sheet = /\s*<link rel="stylesheet"[^>]*>/.exec(page)?.[0];
        // The development server injects styles by script, so there is no style sheet to move.
        if (sheet === undefined) return page;
        return page
          .replace('.other-language', otherLanguages())
          .replace(sheet, '')
          .replace('<!-- menu -->', menu())
          .replace('<!-- styles -->', sheet.trim());
      },
    },
  };
}

const CATALOGUES = readCatalogues() as unknown as Readonly<
  Record<string, { readonly pages: Pick<Sections['pages'], 'pageNames'> }>
>;

const LANGUAGES = Object.keys(CATALOGUES);

/** Selects the menu entries that are not in the page's language, to hide them. Replaces `.other-language` in index.html. */
function otherLanguages(): string {
  return LANGUAGES.map((language) => `:root[lang='${language}'] .frame [lang]:not([lang='${language}'])`).join();
}

type Entry = keyof typeof MENU_ICONS;

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
                {pages.pageNames[name]}
              </span>
            ))}
          </div>
        </li>
      );
    }),
  );
  return inPage(markup);
}

/** An SVG inside HTML needs no namespace. */
function inPage(markup: string): string {
  return markup.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '');
}
