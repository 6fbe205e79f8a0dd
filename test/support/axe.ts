import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The minified build of axe, because parsing its full build on every page takes 50 % longer. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The rules to check. For elements that passed all rules before, another color scheme can only break the rules about
 * colors, and larger text only those about colors and scrolling.
 */
const RULES = {
  all: null,
  colors: ['color-contrast', 'link-in-text-block'],
  layout: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
} as const;

export type AxeRules = keyof typeof RULES;

/**
 * Runs in the page, as text, since the tests have no DOM types. Returns the violations as one text, because
 * transferring axe's complete result takes longer than the rest of a test.
 */
const RUN = `(rules, within) => axe.run(within ?? document, { resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: rules }) }).then(({ violations }) =>
  JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + (failureSummary ?? '')))))`;

/** The violations that axe finds on the page, or in a part of it, one line for each element. */
export async function axeViolations(page: Page, rules: AxeRules = 'all', within?: string): Promise<string[]> {
  // Waits for the heading of a lazily loaded page; fails on a page without a heading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Loads axe only once, because the browser would parse its half megabyte again.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE);
  const given = [RULES[rules], within ?? null].map((each) => JSON.stringify(each)).join(', ');
  return JSON.parse(await page.evaluate<string>(`(${RUN})(${given})`)) as string[];
}
