import { describe, expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx, type Sample } from '../../../test/support/sheet-simulator.ts';

const FILE = { connection: 'file', complete: [] };
const ID = 'X100234';

const of = (...samples: readonly Sample[]) => samples.map(tx);
const first: Sample = { id: ID, on: '2026-02-05', amount: '-10', text: 'Corner Coffee' };

/** Imports each file, then each again, which must change nothing. */
function importFiles(...files: readonly (readonly Sample[])[]) {
  const sheet = new SheetSimulator();
  const plans = files.map((file) => sheet.sync(of(...file), FILE));
  for (const file of files) {
    const again = sheet.sync(of(...file), FILE);
    expect([again.appends, again.updates, again.memory]).toEqual([[], [], []]);
  }
  const ids = sheet.rows.map(({ transactionId }) => transactionId);
  expect(new Set(ids).size).toBe(ids.length);
  return { sheet, plans, last: plans.at(-1) as (typeof plans)[number] };
}

describe('a posted row whose id the bank reuses for another transaction', () => {
  it.each<readonly [string, Partial<Sample>, readonly number[]]>([
    ['has another day and text', { on: '2026-02-06', text: 'Night Bus' }, [2]],
    ['has another amount on that day', { amount: '-12' }, [2]],
    ['has another amount and text on that day', { amount: '-99', text: 'Night Bus' }, [2]],
    ['has another amount and day', { on: '2026-02-08', amount: '-11' }, [2]],
    ['is dated a week later', { on: '2026-02-12' }, [2]],
    ['shares nothing but the id', { on: '2026-02-08', amount: '-99', text: 'Night Bus' }, []],
    ['is dated a month later', { on: '2026-03-05' }, []],
  ])('stays unchanged if the other transaction %s', (_, change, reported) => {
    const { sheet, last } = importFiles([first], [{ ...first, ...change }]);
    expect(last.updates).toEqual([]);
    expect(last.appends).toMatchObject([{ possibleDuplicateOf: reported, sameIdAs: reported }]);
    expect(sheet.lines[0]).toBe('2026-02-05 -10.00 Corner Coffee');
  });

  it('does not prevent adding the other transaction if the row was deleted', () => {
    const sheet = new SheetSimulator();
    sheet.sync(of(first), FILE);
    sheet.delete(2);
    expect(sheet.sync(of({ ...first, amount: '-99', text: 'Night Bus' }), FILE).appends).toHaveLength(1);
  });

  it("is distinguished from the other transaction even after Pennyrow's memory of its rows is lost", () => {
    const other = { ...first, on: '2026-02-06', amount: '-99', text: 'Night Bus' };
    const { sheet } = importFiles([first], [other]);
    sheet.memory = [];
    for (const file of [[first], [other]])
      expect(sheet.sync(of(...file), FILE)).toMatchObject({ appends: [], updates: [] });
    sheet.delete(3);
    sheet.memory = [];
    expect(sheet.sync(of(other), FILE)).toMatchObject({ appends: [{}], updates: [] });
  });
});

describe('a posted row that the bank changes under the same id', () => {
  it.each([1, -1, 3])('changes its date by %i days, without a second row', (days) => {
    const { sheet, last } = importFiles([first]);
    expect(last.appends).toHaveLength(1);
    const plan = sheet.sync(of({ ...first, on: `2026-02-0${5 + days}` }), FILE);
    expect([plan.appends.length, plan.updates.length]).toEqual([0, 1]);
  });

  it('changes its date even if the bank also used the id in another month', () => {
    const files = [first, { ...first, on: '2026-01-05', amount: '-7' }];
    const { sheet } = importFiles(files);
    const plan = sheet.sync(of({ ...first, on: '2026-02-06' }), FILE);
    expect([plan.appends.length, plan.updates.length]).toEqual([0, 1]);
  });

  const around: readonly Sample[] = [
    { id: 'X100200', on: '2026-02-04', amount: '-1' },
    { id: 'X100300', on: '2026-02-09', amount: '-2' },
  ];

  it('is corrected if the file includes its day but not its old amount', () => {
    const { sheet } = importFiles([...around, first]);
    const plan = sheet.sync(of(...around, { ...first, amount: '-12' }), FILE);
    expect([plan.appends.length, plan.updates.length]).toEqual([0, 1]);
  });

  it('is not corrected if the file has no other transaction on that day or earlier', () => {
    const { sheet } = importFiles([...around, first]);
    const plan = sheet.sync(of({ ...first, amount: '-12' }, around[1] as Sample), FILE);
    expect([plan.appends.length, plan.updates.length]).toEqual([1, 0]);
  });

  it('is not corrected by a transaction with a different amount and text', () => {
    const { sheet } = importFiles([...around, first]);
    const plan = sheet.sync(of(...around, { ...first, amount: '-99', text: 'Night Bus' }), FILE);
    expect(plan).toMatchObject({ appends: [{ sameIdAs: [3] }], updates: [] });
  });

  it('is corrected if the user matches the transaction with it in the preview', () => {
    const { sheet } = importFiles([first]);
    const batch = of({ ...first, amount: '-12' });
    const [added] = sheet.plan(batch, FILE).appends;
    const answers = [[added?.values.transactionId as string, 2]] as const;
    const plan = sheet.sync(batch, { ...FILE, answers });
    expect(plan).toMatchObject({ appends: [], updates: [{ reason: 'changed' }] });
    expect(sheet.lines).toEqual(['2026-02-05 -12.00 Corner Coffee']);
  });
});

describe('placeholder and reused ids', () => {
  it.each(['0', '000000', 'NOTPROVIDED', 'NONREF', 'n/a'])('do not merge transactions with the id "%s"', (id) => {
    const coffee = (on: string): Sample => ({ id, on, amount: '-3.50' });
    const { sheet, plans } = importFiles(
      [coffee('2026-02-05'), coffee('2026-02-05')],
      [coffee('2026-02-06'), { id, on: '2026-02-06', amount: '-3.50', text: 'Night Bus' }],
      [coffee('2026-02-07')],
    );
    expect(sheet.rows).toHaveLength(5);
    expect(plans.flatMap(({ appends }) => appends).filter(({ sameIdAs }) => sameIdAs.length > 0)).toEqual([]);
  });

  it('do not merge purchases of consecutive days if each file numbers its lines from 1', () => {
    const day = (on: string): Sample[] => [
      { id: '1', on, amount: '-3.50' },
      { id: '2', on, amount: `-${on.slice(-2)}`, text: 'Grocer Market' },
    ];
    const { sheet } = importFiles(day('2026-02-05'), day('2026-02-06'), day('2026-02-07'));
    expect(sheet.rows).toHaveLength(6);
  });

  it('do not duplicate equal purchases if a second file of the same day numbers its lines again', () => {
    const coffee = (id: string, on: string, place: string): Sample => ({
      id,
      on,
      amount: '-3.50',
      text: `Cafe ${place}`,
    });
    const sheet = new SheetSimulator();
    sheet.sync(
      of(coffee('5/0', '2026-02-01', 'A1'), coffee('5/1', '2026-02-05', 'A2'), coffee('5/2', '2026-02-03', 'A3')),
      FILE,
    );
    sheet.sync(of(coffee('5/0', '2026-02-05', 'A2'), coffee('5/1', '2026-02-03', 'A3')), FILE);
    expect(sheet.rows).toHaveLength(3);
  });

  it('do not merge purchases of consecutive days if the bank gives all transactions one id', () => {
    const day = (on: string): Sample[] => [
      { id: ID, on, amount: '-3.50' },
      { id: ID, on, amount: `-${on.slice(-2)}`, text: 'Grocer Market' },
    ];
    const { sheet, last } = importFiles(day('2026-02-05'), day('2026-02-06'));
    expect(sheet.rows).toHaveLength(4);
    expect(last.appends).toMatchObject([{ possibleDuplicateOf: [] }, { possibleDuplicateOf: [] }]);
  });
});
