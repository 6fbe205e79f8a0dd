import { defineWords } from '../words/words.tsx';

export const words = defineWords({
  en: { open: 'Open spreadsheet', copyPath: 'Copy path' },
  de: { open: 'Tabelle öffnen', copyPath: 'Pfad kopieren' },
});
