import type { Page } from 'playwright-core';

/** The texts that a page displays or announces, except those marked as English or as machine input. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(COLLECT);
}

/** Runs in the page, as text, since the tests have no DOM types. */
const COLLECT = `(() => {
  const isLeftOut = (element) => element === null || element.closest('[lang="en"], code, pre, script, style') !== null || !element.checkVisibility();
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!isLeftOut(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt', 'label']) {
    for (const element of document.querySelectorAll('[' + name + ']')) if (!isLeftOut(element)) found.push(element.getAttribute(name));
  }
  return [...new Set([document.title, ...found].map((text) => text.replace(/\\s+/g, ' ').trim()).filter((text) => text !== ''))];
})()`;
