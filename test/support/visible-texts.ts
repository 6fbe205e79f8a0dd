import type { Page } from 'playwright-core';

/** What a page shows or reads out, in pieces as they stand there, but for what is marked as English, or typed for a machine. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(COLLECT);
}

/** Runs in the page, as text, since nothing here knows its types. */
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
