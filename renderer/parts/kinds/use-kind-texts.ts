import { sourceTexts, type SourceTexts, workbookTexts, type WorkbookTexts } from '../../../src/messages/kind-texts.ts';
import { useSpeech } from '../../base/words.tsx';

export function useSourceTexts(): (id: string) => SourceTexts {
  const { kinds } = useSpeech().texts;
  return (id) => sourceTexts(kinds, id);
}

export function useWorkbookTexts(): (id: string) => WorkbookTexts {
  const { kinds } = useSpeech().texts;
  return (id) => workbookTexts(kinds, id);
}
