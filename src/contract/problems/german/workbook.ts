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
  workbook_map_unknown: [
    'In der gewählten Spalte steht keine der Umsatz-Kennungen, die Pennyrow geschrieben hat.',
    'Wählen Sie die Spalte mit den Kennungen. Sind sie endgültig verloren, verwenden Sie sie trotzdem: Zeilen, die vorher da waren, gelten dann als gelöscht und werden nicht wieder geschrieben.',
  ],
  workbook_in_use: [
    'Gerade schreibt ein Abgleich in die Tabelle.',
    'Warten Sie, bis er fertig ist, und versuchen Sie es dann noch einmal.',
  ],
  workbook_protected: [
    'Ein Blatt der Tabelle ist gegen Änderungen geschützt.',
    'Heben Sie den Schutz auf, oder halten Sie Ihre Umsätze auf einem Blatt ohne Schutz. Es wurde nichts geändert.',
  ],
  workbook_cells: [
    'Die Google-Tabelle hat die zehn Millionen Zellen, die Google erlaubt, ganz oder fast erreicht; leere zählen mit.',
    'Löschen Sie leere Zeilen und Spalten, vor allem rechts und am Ende großer Blätter, oder verschieben Sie ältere Zeilen in eine andere Tabelle.',
  ],
  workbook_no_backups: [
    'Das Konto hat keine Tabellendatei, also auch keine Sicherungen davon.',
    'Google bewahrt Fassungen einer Tabelle auf: dort unter „Datei › Versionsverlauf“.',
  ],
  workbook_lines: [
    'Zeilen der Tabelle brauchen einen Blick.',
    'Was an ihnen nicht stimmt, steht unter „Tabelle“. Sie halten nichts auf.',
  ],
  workbook_readable: ['Die Tabelle ist lesbar.', null],
  workbook_demo: [
    'In dieser Tabelle stehen die erfundenen Umsätze der Demo; Ihre eigenen dürfen nicht dazwischengeraten.',
    'Beenden Sie zuerst auf der Übersicht die Demo, oder wählen Sie eine andere Tabelle.',
  ],
  workbook_no_demo: ['Das Konto hat die Tabelle der Demo nicht mehr.', null],
  rule_broken: ['Der reguläre Ausdruck dieser Regel lässt sich nicht verwenden; sie trifft nie zu.', null],
};
