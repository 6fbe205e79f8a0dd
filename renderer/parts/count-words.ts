import type { Run } from '../../src/contract/control/runs.ts';
import type { Format } from '../../src/messages/format.ts';
import { capitalized, countWords } from '../../src/messages/shared-words.ts';
import type { Texts } from '../base/texts.ts';

export function countsInWords(counts: Run['counts'], text: Texts['run'], format: Format): string {
  return capitalized(format.list(countWords(counts, text)));
}
