import type { RepairedTable, RepairView } from '../../contract/control/service.ts';
import { text } from '../speech.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';

/**
 * What was done, and what could not be recovered; of tables that nobody misses it says nothing. Of which nothing at all was
 * found may have held something all the same: what is newer than the copy is in none.
 */
export function repairText(screen: Screen, { setAside, copy, tables }: RepairView): string {
  const say = text().repair;
  const damaged = tables.filter(({ table, isWhole }) => !isWhole && table in say.table);
  return [
    say.done,
    ...(setAside === null ? [] : [say.setAside({ folder: setAside })]),
    ...(damaged.length === 0
      ? [say.whole]
      : [say.source({ takenAt: copy?.takenAt ?? null }), say.losses, ...damaged.map((each) => lossText(screen, each))]),
  ].join('\n');
}

function lossText(screen: Screen, { table, kept, fromCopy }: RepairedTable): string {
  const say = text().repair;
  const { what, advice } = say.table[table as keyof typeof say.table];
  const found = kept + fromCopy > 0 ? say.loss({ kept, fromCopy, what, advice }) : say.lossOfAll({ what, advice });
  return paragraph(screen, '  - ', found);
}
