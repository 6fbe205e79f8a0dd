import type { RepairView } from '../../contract/control/service.ts';
import { text } from '../speech.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';

/** What replaced the damaged database, and what to check because it may be older or empty. */
export function repairText(screen: Screen, { setAside, copy }: RepairView): string {
  const say = text().repair;
  const checks = copy === null ? Object.values(say.startOver) : Object.values(say.check);
  return [
    copy === null ? say.noCopy : say.done({ takenAt: copy.takenAt }),
    ...(setAside === null ? [] : [say.setAside({ folder: setAside })]),
    say.workbook,
    '',
    ...checks.map((line) => paragraph(screen, '  - ', line)),
  ].join('\n');
}
