import { expect, it } from 'vitest';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import {
  addProposal,
  countOpenProposals,
  decideProposal,
  findProposal,
  listProposals,
  saveProposalRuns,
} from './proposals.ts';

const proposal = {
  accountId: 'a',
  proposedAt: AT,
  client: null,
  tokenId: null,
  reason: 'Tidy up',
  changes: { rules: [] },
};

it('a proposal is decided once, and counts as not written until all of it is', () => {
  const store = storeWithAccount();
  addProposal(store, { ...proposal, id: 'one' });
  addProposal(store, { ...proposal, id: 'two' });
  expect(countOpenProposals(store, 'a')).toBe(2);
  expect(decideProposal(store, 'one', 'failed', AT)).toBe(true);
  expect(decideProposal(store, 'one', 'rejected', AT)).toBe(false);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'failed', decidedAt: AT, runs: [] });
  saveProposalRuns(store, 'one', ['run'], false);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'failed', runs: ['run'] });
  saveProposalRuns(store, 'one', ['run', 'last'], true);
  expect(findProposal(store, 'one')).toMatchObject({ state: 'applied', runs: ['run', 'last'], changes: { rules: [] } });
  expect(listProposals(store, 'a', 10).map(({ id }) => id)).toEqual(['two', 'one']);
  expect(findProposal(store, 'three')).toBeNull();
});
