import { expect, it } from 'vitest';
import type { FoundCandidate } from '../../src/core/reconcile/reconciliation.ts';
import { day, money } from '../support/sheet-simulator.ts';
import { describe } from '../../src/messages/problem.ts';
import { loadI18n } from '../../src/messages/i18n.ts';
import { candidateProblem } from '../../src/sync/mirror/findings.ts';

const ON = day('2026-03-11');
const DIFFERENCE = { by: money('-5'), since: day('2026-03-10'), shownOn: ON };

function missing(from: string, until: string): FoundCandidate {
  return { kind: 'missing', rows: [], from: day(from), until: day(until) };
}

it('a report of a missing row names its day or range of days, in English and German', async () => {
  const german = await loadI18n('de', 'de-DE', []);
  const texts = (until: string) => {
    const problem = candidateProblem(missing('2026-03-11', until), DIFFERENCE, 'EUR');
    return [describe(problem).what, german.localize(problem, 'app').what.replaceAll('\u00a0', ' ')];
  };
  expect(texts('2026-03-11')).toEqual([
    'A transaction may be missing on 11 Mar 2026: -€5.00.',
    'Am 11.03.2026 fehlt vielleicht ein Umsatz: -5,00 €.',
  ]);
  expect(texts('2026-03-13')[0]).toBe('A transaction may be missing between 11 Mar 2026 and 13 Mar 2026: -€5.00.');
});
