import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINE, trayMenu, type TrayItem, type TrayMenu } from '../src/desktop/tray/tray-menu.ts';
import { ensureBrowser, openBrowser } from '../test/support/browser.ts';
import { AROUND, TRAY_STATES } from '../test/support/tray-states.ts';
import { trayDrawing, type Frame, type Ground } from './drawings.ts';

// Draws docs/images/tray: the menu of every state that the tests know, below the icon that goes with it, on a
// light and on a dark panel. `npm run pictures`.

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images', 'tray');

const STYLE = `
  body { margin: 0; font: 13px/1.2 "DejaVu Sans", system-ui, sans-serif; }
  main { display: inline-flex; gap: 20px; padding: 16px; background: #868e96; align-items: flex-start; }
  section { --ground: #fff; --text: #212529; --dead: #868e96; --line: #dee2e6; --panel: #f1f3f5; }
  section.dark { --ground: #2b2d31; --text: #f1f3f5; --dead: #909296; --line: #45484d; --panel: #1b1c1f; }
  header { background: var(--panel); height: 32px; display: flex; align-items: center; justify-content: flex-end; padding: 0 12px; border-radius: 6px; margin-bottom: 6px; }
  header svg { width: 20px; height: 20px; }
  .menus { display: flex; align-items: flex-start; justify-content: flex-end; gap: 2px; }
  ul { list-style: none; margin: 0; padding: 5px 0; width: max-content; background: var(--ground); color: var(--text); border-radius: 7px; box-shadow: 0 3px 12px #0006; }
  li { display: flex; gap: 6px; padding: 5px 16px 5px 8px; white-space: nowrap; }
  li::before { content: attr(data-tick); width: 14px; text-align: center; }
  li.dead { color: var(--dead); }
  li.more::after { content: "\\25B8"; margin-left: auto; padding-left: 16px; }
  hr { border: 0; border-top: 1px solid var(--line); margin: 5px 0; }
`;

const home = mkdtempSync(join(tmpdir(), 'pennyrow-pictures-'));
const browser = await openBrowser({ executablePath: await ensureBrowser(), home });
try {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1600, height: 900 });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, state] of Object.entries(TRAY_STATES)) {
    const menu = trayMenu(state, AROUND);
    const frame: Frame = state.mood === 'syncing' ? 'syncing-1' : state.mood === 'starting' ? 'idle' : state.mood;
    await page.setContent(
      `<style>${STYLE}</style><main>${panel('light', frame, menu)}${panel('dark', frame, menu)}</main>`,
    );
    await page.locator('main').screenshot({ path: join(FOLDER, `${name}.png`) });
  }
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}

function panel(ground: Exclude<Ground, 'template'>, frame: Frame, menu: TrayMenu): string {
  // Identifiers in a drawing are the page's, and there are two drawings.
  const icon = trayDrawing(frame, ground).replaceAll(/(id="|#)(sheet|sign)/g, `$1${ground}-$2`);
  // The last submenu hangs open, as under the pointer.
  const open = menu.findLast((item): item is TrayItem => item !== LINE && item.submenu !== undefined)?.submenu;
  return `<section class="${ground}"><header>${icon}</header><div class="menus">${open === undefined ? '' : list(open)}${list(menu)}</div></section>`;
}

function list(menu: TrayMenu): string {
  return `<ul>${menu.map((item) => (item === LINE ? '<hr>' : line(item))).join('')}</ul>`;
}

function line({ label, command, submenu, checked }: TrayItem): string {
  const classes = [
    command === undefined && submenu === undefined ? 'dead' : '',
    submenu === undefined ? '' : 'more',
  ].join(' ');
  return `<li class="${classes}" data-tick="${checked === true ? '\u2713' : ''}">${escaped(label)}</li>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
