import { expect, test } from 'vitest';
import { bankWorld } from '../fakes/banks/bank-world.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { manualClock } from '../support/manual-clock.ts';
import { seeded } from '../support/seeded.ts';
import { atAkahu, atPluggy } from './aggregators.ts';
import { atEnableBanking, atGocardless } from './consents.ts';
import { atLunchFlow, atOwnProgram, atSimplefin, atUp } from './feeds.ts';
import { makePayments } from './payments.ts';
import { SoakPlay } from './play.ts';
import { FIRST_CASE, IS_WHOLE, caseCount } from '../support/cases.ts';

/** Two simulated lives of 30 days; with PENNYROW_WHOLE=1, twenty lives of two years. */
const LIVES = caseCount(IS_WHOLE ? 20 : 2);
const DAYS = IS_WHOLE ? 730 : 30;

async function live(
  seed: number,
): Promise<{ readonly problems: readonly string[]; readonly findings: object; readonly syncs: number }> {
  const random = seeded(seed);
  const clock = manualClock('2026-01-01T06:00:00.000Z');
  const now = (): number => clock.now();
  const payments = () => makePayments(random, DAYS);
  const server = await fakeSimplefin({ now });
  const withStatements = atEnableBanking(payments(), now);
  const banks = [
    atSimplefin(payments(), server),
    atUp(payments()),
    withStatements,
    atLunchFlow(payments()),
    atAkahu(payments(), now),
    atPluggy(payments(), now, seed % 2 === 0),
    atGocardless(payments(), now),
    atOwnProgram(payments()),
  ];
  const world = await bankWorld(Object.assign({}, ...banks.map(({ services }) => services)));
  const play = new SoakPlay({
    banks,
    world: { ...world, ca: `${world.ca}\n${server.ca}` },
    clock,
    random,
    withStatements,
  });
  for (const bank of banks) bank.render(0);
  await play.begin();
  await play.day(0, true);
  const lostOn = Math.floor(DAYS / 2);
  for (let today = 1; today < DAYS; today += 1) {
    const isLost = today === lostOn;
    if (isLost) {
      await play.day(today, true);
      // Compares before the database is lost, since the first fetch with a new one may add rows that were missing.
      expect([seed, play.differences(today - 5)]).toEqual([seed, []]);
      await play.begin();
      await play.day(today, true);
      expect([seed, play.differences(today - 5)]).toEqual([seed, []]);
    } else if (random() < 0.4) await play.day(today, false);
  }
  for (const after of [0, 5, 10, 15, 16]) await play.day(DAYS + after, true);
  return { problems: [...play.problems, ...play.differences(DAYS + 16)], findings: play.findings(), syncs: play.syncs };
}

test.each(Array.from({ length: LIVES }, (_, place) => FIRST_CASE + place))(
  'simulated life %i with eight banks: every transaction exists once, and each account matches its balances',
  async (seed) => {
    const { problems, findings, syncs } = await live(seed);
    expect(problems).toEqual([]);
    expect(new Set(Object.values(findings))).toEqual(new Set(['proven']));
    expect(syncs).toBeGreaterThan(DAYS / 4);
  },
  600_000,
);
