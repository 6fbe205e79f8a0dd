import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    show: 'Show',
    all: 'all',
    heading: 'What',
    what: {
      new: 'new',
      'possibly-twice': 'new, perhaps twice',
      'put-back': 'put back',
      updated: 'updated',
      'left-feed': 'no longer sent',
      deleted: 'deleted by you',
      elsewhere: 'there from elsewhere',
      known: 'already there',
    },
    why: {
      'put-back': 'It was written before, but this older copy of the spreadsheet does not hold it.',
      'left-feed': 'The bank no longer sends this pending payment, and it was never booked. The row stays.',
      deleted: 'You deleted its row, so it stays away.',
      elsewhere: 'The row of another connection shows it.',
    },
    pending: 'pending',
    rule: (row: string) => `rule in row ${row}`,
    twice: { one: (rows: string) => `Looks like row ${rows}.`, other: (rows: string) => `Looks like rows ${rows}.` },
    change: (column: string, from: string, to: string) => `${column}: ${from} → ${to}`,
    kept: (columns: string) => `Left as you changed it: ${columns}.`,
    empty: 'empty',
  },
  de: {
    show: 'Zeigen',
    all: 'alle',
    heading: 'Was',
    what: {
      new: 'neu',
      'possibly-twice': 'neu, vielleicht doppelt',
      'put-back': 'wieder eingesetzt',
      updated: 'aktualisiert',
      'left-feed': 'nicht mehr geschickt',
      deleted: 'von Ihnen gelöscht',
      elsewhere: 'schon von anderswo da',
      known: 'schon vorhanden',
    },
    why: {
      'put-back': 'Der Umsatz stand schon einmal in der Tabelle, fehlt aber in dieser älteren Kopie.',
      'left-feed':
        'Die Bank schickt diese vorgemerkte Zahlung nicht mehr, und gebucht wurde sie nie. Die Zeile bleibt.',
      deleted: 'Sie haben die Zeile gelöscht, deshalb bleibt der Umsatz weg.',
      elsewhere: 'Er steht schon in der Zeile einer anderen Verbindung.',
    },
    pending: 'vorgemerkt',
    rule: (row: string) => `Regel in Zeile ${row}`,
    twice: {
      one: (rows: string) => `Sieht aus wie Zeile ${rows}.`,
      other: (rows: string) => `Sieht aus wie die Zeilen ${rows}.`,
    },
    change: (column: string, from: string, to: string) => `${column}: ${from} → ${to}`,
    kept: (columns: string) => `Wie von Ihnen geändert gelassen: ${columns}.`,
    empty: 'leer',
  },
});
