import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Activity',
    about: 'Every run, what it did, and the way to take it back.',
    deleted: 'Deleted rows',
    none: 'There was no run yet. The first sync shows here as soon as it starts.',
    toConnections: 'Add a connection',
    runs: 'Runs',
    more: 'Show older runs',
    took: (duration: string) => `took ${duration}`,
    undone: 'taken back',
    atOnce: 'took less than a second',
    waiting: 'waiting for its turn',
    all: 'All runs',
  },
  de: {
    title: 'Verlauf',
    about: 'Jeder Lauf, was er getan hat, und wie man ihn zurücknimmt.',
    deleted: 'Gelöschte Zeilen',
    none: 'Es gab noch keinen Lauf. Der erste Abgleich erscheint hier, sobald er beginnt.',
    toConnections: 'Verbindung anlegen',
    runs: 'Läufe',
    more: 'Ältere Läufe zeigen',
    took: (duration: string) => `Dauer ${duration}`,
    undone: 'zurückgenommen',
    atOnce: 'Dauer unter einer Sekunde',
    waiting: 'wartet, bis er an der Reihe ist',
    all: 'Alle Läufe',
  },
});
