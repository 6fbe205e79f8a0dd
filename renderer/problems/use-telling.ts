import { useCallback } from 'react';
import { useSpeech } from '../words/words.tsx';
import { tell, type Telling, type Told } from './telling.ts';

/** How a page says what the service says. */
export function useTelling(): (told: Told) => Telling {
  const speech = useSpeech();
  return useCallback((told) => tell(told, speech), [speech]);
}
