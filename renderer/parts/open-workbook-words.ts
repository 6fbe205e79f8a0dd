import { defineWords } from '../words/language.ts';

export const words = defineWords({
  en: { open: 'Open spreadsheet', copyPath: 'Copy path' },
  de: { open: 'Tabelle öffnen', copyPath: 'Pfad kopieren' },
});
