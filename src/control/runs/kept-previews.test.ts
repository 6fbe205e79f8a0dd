import { expect, test } from 'vitest';
import { PREVIEW_KINDS, type PreviewLine } from '../../contract/control/runs.ts';
import { createKeptPreviews } from './kept-previews.ts';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'];

/** Lines of all kinds in mixed order, more than one compressed chunk contains. */
const lines = Array.from({ length: 2750 }, (_, place): PreviewLine => ({
  what: PREVIEW_KINDS[(place * 7) % PREVIEW_KINDS.length] ?? 'new',
  transactionId: `transaction ${place}`,
  date: DAYS[place % DAYS.length] ?? '',
  amount: '-1.00',
  currency: 'EUR',
  account: 'Checking',
  description: `Shop ${place}`,
  status: 'posted',
  category: '',
  ruleRow: null,
  row: null,
  possibleDuplicateOf: [],
  mayMerge: [],
  mayBe: place % 500 === 3 ? [{ rowId: 'row', row: 2, ...rowThere() }] : [],
  cells: [],
  kept: [],
}));

function rowThere() {
  return { date: '2026-01-01', description: 'Shop', amount: '-1.00', currency: 'EUR', account: '', category: '' };
}

const NO_OPEN_ROWS = { accountId: 'home', rows: [] };

function createCounted() {
  let made = 0;
  return createKeptPreviews((kind) => `${kind}_${(made += 1)}`);
}

/** The lines in the order in which the pages of a preview return them. */
function inOrder(only: PreviewLine['what'] | null): PreviewLine[] {
  return lines
    .filter(({ what }) => only === null || what === only)
    .toSorted(
      (a, b) =>
        PREVIEW_KINDS.indexOf(a.what) - PREVIEW_KINDS.indexOf(b.what) ||
        (a.date < b.date ? 1 : a.date > b.date ? -1 : 0),
    );
}

test.each([null, 'new', 'deleted', 'known'] as const)(
  'a preview returns each line of the kind %s (null: all) once in pages, by kind and newest first, also after compression',
  async (only) => {
    const previews = createCounted();
    const { previewId, lines: first, kinds, questions } = previews.keep(lines, NO_OPEN_ROWS);
    const expected = inOrder(only);
    expect(first).toEqual(inOrder(null).slice(0, 100));
    expect(questions).toEqual(inOrder(null).filter(({ mayBe }) => mayBe.length > 0));
    expect(kinds.map(({ kind }) => kind)).toEqual(PREVIEW_KINDS);
    const pages = () =>
      Array.from({ length: Math.ceil(expected.length / 100) + 1 }, (_, place) =>
        previews.page(previewId, only, place + 1),
      ).flat();
    expect(pages()).toEqual(expected);
    // Waits for the end of the compression: from then on, each call returns newly unpacked objects.
    await expect.poll(() => previews.page(previewId, null, 1)[0] === first[0]).toBe(false);
    expect(pages()).toEqual(expected);
  },
);

test('a page of a preview is empty if the kind or the preview has no lines', () => {
  const kept = createCounted();
  const { previewId, kinds } = kept.keep([], NO_OPEN_ROWS);
  expect(kinds).toEqual([]);
  expect(kept.page(previewId, null, 1)).toEqual([]);
  expect(kept.page(previewId, 'new', 1)).toEqual([]);
});

test('the last four previews are kept, and requests for older ones are rejected', () => {
  const kept = createCounted();
  const ids = Array.from({ length: 5 }, () => kept.keep(lines.slice(0, 10), NO_OPEN_ROWS).previewId);
  expect(ids.slice(1).map((id) => kept.page(id, null, 1).length)).toEqual([10, 10, 10, 10]);
  expect(() => kept.page(ids[0] ?? '', null, 1)).toThrow(expect.objectContaining({ code: 'run_preview_gone' }));
  expect(() => kept.page('preview_of_nobody', null, 1)).toThrow(expect.objectContaining({ code: 'run_preview_gone' }));
});

test('the lines of a preview remain available if their compression fails', async () => {
  const kept = createCounted();
  const endless: { self?: unknown } = {};
  endless.self = endless;
  const { previewId } = kept.keep(
    lines.map((line) => ({ ...line, endless })),
    NO_OPEN_ROWS,
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(kept.page(previewId, null, 1)).toMatchObject(inOrder(null).slice(0, 100));
});
