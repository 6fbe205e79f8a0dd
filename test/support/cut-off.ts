import type { Page } from 'playwright-core';

/**
 * The buttons, headings, tabs, menu items, links and table heads of a page that do not show all of their text: it is
 * clipped, or stands beyond the window where nothing scrolls to it. Each as its text with why.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(COLLECT);
}

/** Runs in the page, as text, since nothing here knows its types. */
const COLLECT = `(() => {
  const clips = (element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const isForReaders = (element) => getComputedStyle(element).clipPath === 'inset(50%)' || clips(element) && element.clientWidth <= 1;
  const above = function* (element) { for (let each = element; each !== null && each !== document.body; each = each.parentElement) yield each; };
  const found = [];
  for (const element of document.querySelectorAll('h1, h2, h3, h4, button, a, th, label, [role=tab], [role=menuitem], [role=columnheader]')) {
    const { left, right, width } = element.getBoundingClientRect();
    const holders = [...above(element)];
    // What is only read out is not seen anyway, and a menu that is shut stands wholly outside.
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
