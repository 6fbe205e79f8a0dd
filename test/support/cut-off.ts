import type { Page } from 'playwright-core';

/**
 * The buttons, headings, tabs, menu items, links and table headers of a page whose text is not fully visible: it is
 * clipped, or outside of the window without scrolling. Returns each text with the reason.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(COLLECT);
}

/** Runs in the page, as text, since the tests have no DOM types. */
const COLLECT = `(() => {
  const clips = (element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const isForReaders = (element) => getComputedStyle(element).clipPath === 'inset(50%)' || clips(element) && element.clientWidth <= 1;
  const above = function* (element) { for (let each = element; each !== null && each !== document.body; each = each.parentElement) yield each; };
  const found = [];
  for (const element of document.querySelectorAll('h1, h2, h3, h4, button, a, th, label, [role=tab], [role=menuitem], [role=columnheader]')) {
    const { left, right, width } = element.getBoundingClientRect();
    const holders = [...above(element)];
    // Text for screen readers is not visible anyway, and a closed menu is completely outside of the window.
    if (!element.checkVisibility({ visibilityProperty: true }) || holders.some(isForReaders) || width === 0 || right <= 0) continue;
    const text = element.textContent.trim();
    if (text === '') continue;
    const parts = [element, ...element.querySelectorAll('*')];
    if (parts.some((part) => clips(part) && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)) found.push(text + ': clipped');
    if (holders.some(scrolls)) continue;
    if (right > innerWidth + 1 || left < -1) found.push(text + ': beyond the window');
    else if (holders.some((holder) => clips(holder) && (right > holder.getBoundingClientRect().right + 1 || left < holder.getBoundingClientRect().left - 1))) found.push(text + ': beyond what clips it');
  }
  return [...new Set(found)];
})()`;
