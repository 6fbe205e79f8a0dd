import type { RunItem } from '../../../../src/contract/control/runs.ts';
import type { PageSpeech } from '../../../words/texts.ts';

/** Why a row was left alone; what an earlier version recorded stays as it is. */
export function whyKept({ why, told }: Extract<RunItem, { kind: 'kept' }>, speech: PageSpeech): string {
  return told === undefined ? why : speech.tell(told, 'app').what;
}
