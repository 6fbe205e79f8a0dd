import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    /** The service's own sentence says so. */
    lastRun: '',
    seeRun: 'See what happened',
    lines: { one: 'line of the spreadsheet needs a look.', other: 'lines of the spreadsheet need a look.' },
    lastGood: (moment: string) => `Last good data: ${moment}.`,
    neverGood: 'There was no good data yet.',
    nextTry: (moment: string) => `Next try: ${moment}.`,
  },
  de: {
    lastRun: 'Der letzte Lauf ist fehlgeschlagen: ',
    seeRun: 'Ansehen, was geschah',
    lines: { one: 'Zeile der Tabelle braucht einen Blick.', other: 'Zeilen der Tabelle brauchen einen Blick.' },
    lastGood: (moment: string) => `Zuletzt gute Daten: ${moment}.`,
    neverGood: 'Gute Daten gab es noch nicht.',
    nextTry: (moment: string) => `Nächster Versuch: ${moment}.`,
  },
});
