import type { KindText } from '../../src/contract/control/kinds.ts';
import { useSpeech } from '../words/words.tsx';

/** What a kind says, in the page's language where it speaks that one, else in English. */
export function useKindText(): (text: KindText) => string {
  const { language } = useSpeech();
  return (text) => text[language === 'de' ? 'de' : 'en'];
}
