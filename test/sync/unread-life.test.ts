import { expect, test } from 'vitest';
import { Demo } from '../support/demo-days.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('syncs over several weeks do not read the workbook, and its rows still match the balances', async () => {
  const demo = await Demo.open(temporaryFolder());
  const stages = new Set<string>();
  await demo.sync(0, (stage) => stages.add(stage));
  expect(stages).toContain('reading');
  for (let day = 1; day <= 20; day++) {
    stages.clear();
    await demo.sync(day, (stage) => stages.add(stage));
    expect([...stages]).not.toContain('reading');
  }
  expect(stages).toContain('writing');
  expect((await demo.balances()).map(({ proof }) => proof)).toMatchObject([
    { state: 'proven', until: '2026-03-21' },
    { state: 'proven', until: '2026-03-21' },
  ]);
  await demo.close();
});
