import type { Page } from 'playwright-core';

/** More tab stops than any page has. */
const MOST_STEPS = 400;

/**
 * The elements of the page, or of the open dialog, that a user may press, type into or scroll. A group of radios, tabs or
 * menu items counts once.
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

/** Simulates a user's setting for larger text. */
export const TWICE_THE_SIZE = `document.documentElement.style.fontSize = '200%'`;
export const AS_LARGE_AS_BEFORE = `document.documentElement.style.fontSize = ''`;

/** Records the focused element after each press of the Tab key. */
const WALK = `{
  document.activeElement?.blur();
  getSelection().removeAllRanges();
  const walk = { reachable: ${REACHABLE}, reached: new Set(), flaws: [], isOver: false };
  let repeated = 0;
  const look = () => {
    const element = document.activeElement;
    if (walk.isOver || element === null || element === document.body) return;
    if (walk.reached.has(element)) {
      repeated += 1;
      // In a date or time field, the focus stays for several steps, so it is no sign of a complete round.
      const isRound = !/^(date|time)/.test(element.type) && walk.reachable.every((each) => walk.reached.has(each));
      // The page may have moved the focus back, so the walk ends only after two rounds without a new element.
      walk.isOver = isRound || repeated > 2 * walk.reachable.length + 10;
      return;
    }
    repeated = 0;
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

/** Returns all flaws that were found. */
const END = `(() => {
  const { reachable, reached, flaws } = walk;
  walk.end();
  const missed = reachable.filter((element) => element.isConnected && !reached.has(element));
  return [...flaws, ...missed.map((element) => (${NAME_OF})(element) + ' is not reached')];
})()`;

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

/** Elements of the page, or of the open dialog, that Tab does not reach or that do not show their focus. */
export async function keyboardFlaws(page: Page): Promise<string[]> {
  await page.evaluate(WALK);
  const keys = await page.context().newCDPSession(page);
  let steps = 0;
  while (steps < MOST_STEPS && !(await page.evaluate<boolean>('walk.isOver'))) {
    const left = await page.evaluate<number>('walk.reachable.length - walk.reached.size');
    const presses = Math.max(left, 0) + 1;
    // Key presses are sent without waiting for each, because waiting would take longer than the page needs.
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
