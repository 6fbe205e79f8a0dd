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

/** What Tab does not lead to, and what does not show that it has the focus: on the page, or in the dialog that is open. */
export async function keyboardFlaws(page: Page): Promise<string[]> {
  await page.evaluate(`{
    document.activeElement?.blur();
    getSelection().removeAllRanges();
    globalThis.reachable = ${REACHABLE};
    globalThis.reached = new Set();
  }`);
  const flaws: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const flaw = await page.evaluate<string | null>(`(() => {
      const element = document.activeElement;
      // A page begins at its heading; behind its end one begins at the top.
      if (element === null || element === document.body) return '';
      // A field for a day or a time has parts of its own.
      if (reached.has(element)) return /^(date|time)/.test(element.type) ? '' : null;
      reached.add(element);
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      const around = element.closest('label, [data-active]') ?? element;
      const shows = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' ||
        getComputedStyle(around).boxShadow !== 'none' || ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) ||
        element.getAttribute('role') === 'grid';
      return shows ? '' : (${NAME_OF})(element) + ' does not show the focus';
    })()`);
    if (flaw === null) break;
    if (flaw !== '') flaws.push(flaw);
  }
  const missed = await page.evaluate<string[]>(
    `reachable.filter((element) => element.isConnected && !reached.has(element)).map((element) => (${NAME_OF})(element) + ' is not reached')`,
  );
  return [...flaws, ...missed];
}
