import { useSyncExternalStore } from 'react';
import type { Language } from '../../src/messages/speech.ts';
import type { German } from './german.ts';

let words: German | null = null;
let isAsked = false;
const listeners = new Set<() => void>();

/** Null until they have come, and where they are not needed; whoever uses this is told. */
export function useGermanWords(language: Language): German | null {
  return useSyncExternalStore(language === 'de' ? listen : listenToNothing, current);
}

function current(): German | null {
  return words;
}

function listenToNothing(): () => void {
  return () => undefined;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  fetchGermanWords();
  return () => listeners.delete(listener);
}

/** As soon as German is spoken, so that they are there before something goes wrong. */
export function fetchGermanWords(): void {
  if (isAsked) return;
  isAsked = true;
  import('./german.ts').then(
    ({ GERMAN }) => {
      words = GERMAN;
      for (const listener of listeners) listener();
    },
    () => {
      // The service's own words stand there as long; whoever comes next asks again.
      isAsked = false;
    },
  );
}
