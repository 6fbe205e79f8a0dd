import type { Page } from 'playwright-core';

/** More steps than any page has. */
const MOST_STEPS = 400;

/**
 * In the page, or in the dialog that is open: what a person may press, type into or scroll, once for each group of radios,
 * tabs or menu items.
 */
const REACHABLE = `[...(document.querySelector('[role=dialog]') ?? document).querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex]'
)].filter((element) => {
  const { tabIndex, type, name, disabled } = element;
  if (tabIndex < 0 || disabled || !element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
  if (type !== 'radio') return true;
  const group = [...document.querySelectorAll('input[type=radio]')].filter((radio) => radio.name === name);
  return (group.find(({ checked }) => checked) ?? group[0]) === element;
})`;

const NAME_OF = `(element) => [
  element.tagName.toLowerCase(),
  element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim().slice(0, 40),
].join(' ')`;

/** As a browser does it for who asks for larger letters. */
export const TWICE_THE_SIZE = `document.documentElement.style.fontSize = '200%'`;
export const AS_LARGE_AS_BEFORE = `document.documentElement.style.fontSize = ''`;

/** Looks at what has the focus each time that the Tab key comes up again. */
const WALK = `{
  document.activeElement?.blur();
  getSelection().removeAllRanges();
  const walk = { reachable: ${REACHABLE}, reached: new Set(), flaws: [], isOver: false };
  const look = () => {
    const element = document.activeElement;
    // A page begins at its heading; behind its end one begins at the top.
    if (walk.isOver || element === null || element === document.body) return;
    if (walk.reached.has(element)) {
      // A field for a day or a time has parts of its own.
      walk.isOver = !/^(date|time)/.test(element.type);
      return;
    }
    walk.reached.add(element);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const around = element.closest('label, [data-active]') ?? element;
    const shows = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' ||
      getComputedStyle(around).boxShadow !== 'none' || ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) ||
      element.getAttribute('role') === 'grid';
    if (!shows) walk.flaws.push((${NAME_OF})(element) + ' does not show the focus');
  };
  addEventListener('keyup', look, true);
  walk.end = () => removeEventListener('keyup', look, true);
  globalThis.walk = walk;
}`;

/** All that was wrong on the way. */
const END = `(() => {
  const { reachable, reached, flaws } = walk;
  walk.end();
  const missed = reachable.filter((element) => element.isConnected && !reached.has(element));
  return [...flaws, ...missed.map((element) => (${NAME_OF})(element) + ' is not reached')];
})()`;

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

/** What Tab does not lead to, and what does not show that it has the focus: on the page, or in the dialog that is open. */
export async function keyboardFlaws(page: Page): Promise<string[]> {
  await page.evaluate(WALK);
  const keys = await page.context().newCDPSession(page);
  let steps = 0;
  while (steps < MOST_STEPS && !(await page.evaluate<boolean>('walk.isOver'))) {
    const left = await page.evaluate<number>('walk.reachable.length - walk.reached.size');
    const presses = Math.max(left, 0) + 1;
    // All in a row: waiting for each takes longer than the page does.
    await Promise.all(
      Array.from({ length: 2 * presses }, (_, event) =>
        keys.send('Input.dispatchKeyEvent', { type: event % 2 === 0 ? 'rawKeyDown' : 'keyUp', ...TAB }),
      ),
    );
    steps += presses;
  }
  await keys.detach();
  return page.evaluate<string[]>(END);
}
