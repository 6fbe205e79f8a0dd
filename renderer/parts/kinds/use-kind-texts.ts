import { sourceTexts, type SourceTexts, workbookTexts, type WorkbookTexts } from '../../../src/messages/kind-texts.ts';
import { useSpeech } from '../../base/words.tsx';

/** What the kinds of sources say, by their ids. */
export function useSourceTexts(): (id: string) => SourceTexts {
  const { kinds } = useSpeech().texts;
  return (id) => sourceTexts(kinds, id);
}

/** What the kinds of workbooks say, by their ids. */
export function useWorkbookTexts(): (id: string) => WorkbookTexts {
  const { kinds } = useSpeech().texts;
  return (id) => workbookTexts(kinds, id);
}
