import type { RepairedTable, RepairView } from '../../contract/control/service.ts';
import { text } from '../speech.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';

/** What was done, and what could not be recovered; of tables that nobody misses it says nothing. */
export function repairText(screen: Screen, { setAside, copy, tables }: RepairView): string {
  const say = text().repair;
  const damaged = tables.filter(({ table, isWhole }) => !isWhole && table in say.table);
  // What the copy had none of either was most likely never there.
  const named = copy === null ? damaged : damaged.filter(({ kept, fromCopy }) => kept + fromCopy > 0);
  return [
    say.done,
    ...(setAside === null ? [] : [say.setAside({ folder: setAside })]),
    ...(damaged.length === 0
      ? [say.whole]
      : [say.source({ takenAt: copy?.takenAt ?? null }), say.losses, ...named.map((each) => lossText(screen, each))]),
  ].join('\n');
}

function lossText(screen: Screen, { table, kept, fromCopy }: RepairedTable): string {
  const say = text().repair;
  return paragraph(screen, '  - ', say.loss({ kept, fromCopy, ...say.table[table as keyof typeof say.table] }));
}
