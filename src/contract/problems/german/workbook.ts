import type { WordsByCode } from '../words-by-code.ts';

/** What is wrong with a workbook, be it a file or at Google. */
export const workbook: WordsByCode = {
  workbook_none: ['Das Konto hat noch keine Tabelle.', 'Verbinden Sie eine, oder legen Sie eine neue an.'],
  workbook_missing: [
    'Die Tabelle ist nicht mehr da, wo sie war.',
    'Haben Sie sie verschoben, wählen Sie sie neu; sonst holen Sie sie aus dem Papierkorb oder aus den Sicherungen zurück.',
  ],
  workbook_open_elsewhere: [
    'Die Tabelle ist in einem anderen Programm geöffnet.',
    'Schließen Sie sie dort; den Rest erledigt der nächste Abgleich. Ist sie nirgends offen, nennt die Meldung unten die kleine Datei, die Sie löschen können.',
  ],
  workbook_changed: [
    'Die Tabelle wurde geändert, während Pennyrow seine eigene Änderung vorbereitet hat.',
    'Es wurde nichts geschrieben. Starten Sie den Abgleich oder den Import noch einmal.',
  ],
  workbook_busy: [
    'Die Tabelle ändert sich ständig, während sie gelesen wird.',
    'Warten Sie, bis das andere Programm sie gespeichert hat, und versuchen Sie es dann noch einmal.',
  ],
  workbook_exists: [
    'Dort gibt es schon eine Datei mit diesem Namen.',
    'Wählen Sie einen anderen Namen, oder verbinden Sie diese Datei, wenn sie Ihre Tabelle ist.',
  ],
  workbook_taken: ['Diese Tabelle gehört schon zu einem anderen Konto.', 'Geben Sie jedem Konto seine eigene Tabelle.'],
  workbook_sheet_missing: [
    'In der Tabelle fehlt das Blatt mit den Umsätzen.',
    'Geben Sie dem Blatt mit Ihren Umsätzen wieder den Namen, der unten genannt ist.',
  ],
  workbook_map_unknown: [
    'In der gewählten Spalte steht keine der Umsatz-Kennungen, die Pennyrow geschrieben hat.',
    'Wählen Sie die Spalte mit den Kennungen. Sind sie endgültig verloren, verwenden Sie sie trotzdem: Zeilen, die vorher da waren, gelten dann als gelöscht und werden nicht wieder geschrieben.',
  ],
  workbook_in_use: [
    'Gerade schreibt ein Abgleich in die Tabelle.',
    'Warten Sie, bis er fertig ist, und versuchen Sie es dann noch einmal.',
  ],
  workbook_column_lost: [
    'Eine Spalte, die Pennyrow braucht, ist nicht mehr zu finden.',
    'Geben Sie ihr in der Kopfzeile wieder ihren Namen, oder sagen Sie unter „Tabelle“, welche Spalte welche ist. Bis dahin wird nichts geschrieben, damit keine Zeile doppelt wird.',
  ],
  workbook_ambiguous_column: [
    'Zwei Spalten könnten dieselbe sein.',
    'Geben Sie einer von beiden in der Kopfzeile einen anderen Namen, oder sagen Sie unter „Tabelle“, welche gemeint ist.',
  ],
  workbook_protected: [
    'Ein Blatt der Tabelle ist gegen Änderungen geschützt.',
    'Heben Sie den Schutz auf, oder halten Sie Ihre Umsätze auf einem Blatt ohne Schutz. Es wurde nichts geändert.',
  ],
  workbook_totals_row: [
    'Die Umsätze enden mit einer Ergebniszeile, sodass für neue Zeilen kein Platz ist.',
    'Schalten Sie die Ergebniszeile aus (in Excel: Tabellenentwurf › Ergebniszeile), oder setzen Sie die Summen auf ein anderes Blatt. Es wurde nichts geändert.',
  ],
  workbook_lines_below: [
    'Unter den Umsätzen steht etwas, das keiner ist, etwa eine Summe oder eine Notiz; für neue Zeilen ist darüber zu wenig Platz, oder die Summe ließe sie aus.',
    'Fügen Sie darüber leere Zeilen ein, oder setzen Sie es über die Kopfzeile, nach rechts oder auf ein anderes Blatt. Ist es ein Umsatz, geben Sie ihm ein Datum. Es wurde nichts geändert.',
  ],
  workbook_rules_missing: [
    'Die Tabelle hat kein Blatt für Regeln; die Regel wurde nicht hinzugefügt.',
    'Fügen Sie ein Blatt mit dem Namen hinzu, der unten steht, und mit den Überschriften Description, Category, Min Amount und Max Amount.',
  ],
  workbook_rules_header: [
    'Dem Blatt mit den Regeln fehlt eine Überschrift; die Regel wurde nicht hinzugefügt.',
    'Nennen Sie die Spalten in der ersten Zeile des Blatts Description, Category, Min Amount und Max Amount, und versuchen Sie es noch einmal.',
  ],
  workbook_cells_in_the_way: [
    'Wo der nächste Umsatz hingehört, steht schon etwas von Ihnen.',
    'Verschieben Sie es in eine andere Spalte oder auf ein anderes Blatt, etwa eine heruntergezogene Formel. Es wurde nichts geändert.',
  ],
  workbook_full: [
    'Das Blatt hat keine freien Zeilen mehr.',
    'Verschieben Sie ältere Zeilen in eine andere Tabelle, oder beginnen Sie eine neue. Es wurde nichts geändert.',
  ],
  workbook_cells: [
    'Die Google-Tabelle hat die zehn Millionen Zellen, die Google erlaubt, ganz oder fast erreicht; leere zählen mit.',
    'Löschen Sie leere Zeilen und Spalten, vor allem rechts und am Ende großer Blätter, oder verschieben Sie ältere Zeilen in eine andere Tabelle.',
  ],
  workbook_password: [
    'Die Tabelle ist mit einem Kennwort verschlossen.',
    'Speichern Sie sie ohne Kennwort zum Öffnen; der Ordner darf weiter verschlüsselt sein.',
  ],
  workbook_not_xlsx: [
    'Die Datei ist keine .xlsx-Tabelle.',
    'Öffnen Sie sie in Ihrem Tabellenprogramm, speichern Sie sie als „Excel-Arbeitsmappe (.xlsx)“ und wählen Sie dann diese Datei.',
  ],
  workbook_damaged: [
    'Die Tabelle ist beschädigt oder nur halb gespeichert.',
    'Öffnen Sie sie in Ihrem Tabellenprogramm. Geht das nicht, holen Sie unter „Einstellungen“ eine Sicherung zurück.',
  ],
  workbook_encoding: [
    'Ein Teil der Tabelle ist in einer Kodierung gespeichert, die sich nicht sicher ändern lässt.',
    'Öffnen Sie sie in Ihrem Tabellenprogramm und speichern Sie sie einmal. Es wurde nichts geändert.',
  ],
  workbook_too_large: [
    'Die Tabelle ist größer, als Pennyrow liest.',
    'Kennen Sie die Datei, verschieben Sie in eine eigene Tabelle, was nicht zu Ihren Umsätzen gehört; kennen Sie sie nicht, öffnen Sie sie nicht.',
  ],
  workbook_version_unknown: [
    'Diese Sicherung gibt es nicht mehr.',
    'Wählen Sie eine aus der Liste; alte gehen, wenn neue kommen.',
  ],
  workbook_no_backups: [
    'Das Konto hat keine Tabellendatei, also auch keine Sicherungen davon.',
    'Google bewahrt Fassungen einer Tabelle auf: dort unter „Datei › Versionsverlauf“.',
  ],
  workbook_not_verified: [
    'Was geschrieben wurde, las sich nicht so zurück, wie es sollte, und wurde verworfen.',
    'Ihre Tabelle ist, wie sie war. Bitte melden Sie das, mit dem Programm, das sie zuletzt gespeichert hat.',
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
  row_date_unreadable: [
    'In der Datumszelle steht kein Datum.',
    'Tragen Sie eines ein; bis dahin gehört die Zeile zu keinem Zeitraum.',
  ],
  row_amount_unreadable: ['In der Betragszelle steht keine Zahl.', 'Tragen Sie eine ein.'],
  rule_broken: ['Der reguläre Ausdruck dieser Regel lässt sich nicht verwenden; sie trifft nie zu.', null],
  rule_incomplete: ['Dieser Regel fehlt etwas; bis dahin wird sie ausgelassen.', null],
  sheet_missing: ['Ein Blatt fehlt, Categories oder Rules.', null],
  sheet_header_missing: ['Einem Blatt fehlt eine Überschrift.', 'Nennen Sie die Spalten so, wie es unten steht.'],
};
