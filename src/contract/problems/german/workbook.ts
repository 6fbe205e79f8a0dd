import type { WordsByCode } from '../words-by-code.ts';

/** What is wrong with a workbook, be it a file or at Google. */
export const workbook: WordsByCode = {
  workbook_none: ['Das Konto hat noch keine Tabelle.', 'Verbinden Sie eine, oder legen Sie eine neue an.'],
  workbook_missing: [
    'Die Tabelle ist nicht mehr da, wo sie war.',
    'Haben Sie sie verschoben, wählen Sie sie neu; sonst holen Sie sie aus dem Papierkorb oder aus den Sicherungen zurück.',
  ],
  workbook_changed: [
    'Die Tabelle wurde geändert, während Pennyrow seine eigene Änderung vorbereitet hat.',
    'Es wurde nichts geschrieben. Starten Sie den Abgleich oder den Import noch einmal.',
  ],
  workbook_taken: ['Diese Tabelle gehört schon zu einem anderen Konto.', 'Geben Sie jedem Konto seine eigene Tabelle.'],
  workbook_protected: [
    'Ein Blatt der Tabelle ist gegen Änderungen geschützt.',
    'Heben Sie den Schutz auf, oder halten Sie Ihre Umsätze auf einem Blatt ohne Schutz. Es wurde nichts geändert.',
  ],
  workbook_cells: [
    'Die Google-Tabelle hat die zehn Millionen Zellen, die Google erlaubt, ganz oder fast erreicht; leere zählen mit.',
    'Löschen Sie leere Zeilen und Spalten, vor allem rechts und am Ende großer Blätter, oder verschieben Sie ältere Zeilen in eine andere Tabelle.',
  ],
};
