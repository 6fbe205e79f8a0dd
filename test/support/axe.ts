import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The minified one: the other takes a page half as long again to read, each time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What a page is held against. Of elements that all rules were asked about already, another scheme of colours can break
 * only the rules about colours, and larger letters only those about colours and what scrolls.
 */
const RULES = {
  all: null,
  colours: ['color-contrast', 'link-in-text-block'],
  layout: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
} as const;

export type AxeRules = keyof typeof RULES;

/**
 * Runs in the page, as text, since nothing here knows its types. Only what is wrong crosses to the test, as one text:
 * the whole result of axe, object by object, costs Playwright more than all else that a test does.
 */
const RUN = `(rules, within) => axe.run(within ?? document, { resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: rules }) }).then(({ violations }) =>
  JSON.stringify(violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + (failureSummary ?? '')))))`;

/** What axe finds wrong with what a page shows now, or a part of it, a line for each element. */
export async function axeViolations(page: Page, rules: AxeRules = 'all', within?: string): Promise<string[]> {
  // A page that is fetched when it is opened has no heading until then; one that never has any is found by this.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Asked first: as an argument of a page that has it already, half a megabyte would be read again each time.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(AXE);
  const given = [RULES[rules], within ?? null].map((each) => JSON.stringify(each)).join(', ');
  return JSON.parse(await page.evaluate<string>(`(${RUN})(${given})`)) as string[];
}
