import { defineWords } from '../words/language.ts';

export const words = defineWords({
  en: { choose: 'Choose…' },
  de: { choose: 'Auswählen…' },
});
