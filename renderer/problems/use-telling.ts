import { useCallback } from 'react';
import { useSpeech } from '../words/words.tsx';
import { useGermanWords } from './german-words.ts';
import { tell, type Telling, type Told } from './telling.ts';

/** How a page says what the service says. */
export function useTelling(): (told: Told) => Telling {
  const speech = useSpeech();
  const { language } = speech;
  const german = useGermanWords(language);
  return useCallback((told) => tell(told, speech, german), [speech, german]);
}
