import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    check: 'Check everything',
    checkAbout: 'Looks at the data folder, the database, the spreadsheets and the connections.',
    start: 'Check now',
    again: 'Check again',
    result: { ok: 'Fine', warning: 'Worth a look', problem: 'Problem' },
    checks: {
      folder: () => 'Data folder',
      privacy: () => 'Privacy',
      space: () => 'Disk space',
      database: () => 'Database',
      workbook: (name: string) => `Spreadsheet of “${name}”`,
      mirror: (name: string) => `Rows of “${name}”`,
      memory: (name: string) => `Memory of “${name}”`,
      copies: () => 'Daily copies',
      connection: (name: string) => `Connection “${name}”`,
    },
    allFine: 'Everything is fine.',
    bundle: 'Diagnostics for a problem report',
    bundleAbout:
      'A text file that helps to find out what went wrong. It holds versions, settings, codes, counts and the latest lines of the log. It holds no names, paths, descriptions, amounts or secrets, and it is sent nowhere: you see it first, then you may save it.',
    collect: 'Show what would be saved',
    save: 'Save as a file',
    content: 'What would be saved',
  },
  de: {
    check: 'Alles prüfen',
    checkAbout: 'Sieht nach dem Datenordner, der Datenbank, den Tabellen und den Verbindungen.',
    start: 'Jetzt prüfen',
    again: 'Noch einmal prüfen',
    result: { ok: 'In Ordnung', warning: 'Einen Blick wert', problem: 'Problem' },
    checks: {
      folder: () => 'Datenordner',
      privacy: () => 'Vertraulichkeit',
      space: () => 'Freier Platz',
      database: () => 'Datenbank',
      workbook: (name: string) => `Tabelle von „${name}“`,
      mirror: (name: string) => `Zeilen von „${name}“`,
      memory: (name: string) => `Gedächtnis von „${name}“`,
      copies: () => 'Tägliche Kopien',
      connection: (name: string) => `Verbindung „${name}“`,
    },
    allFine: 'Alles ist in Ordnung.',
    bundle: 'Diagnose für eine Fehlermeldung',
    bundleAbout:
      'Eine Textdatei, die hilft herauszufinden, was schiefging. Sie enthält Versionen, Einstellungen, Codes, Anzahlen und die letzten Zeilen des Protokolls. Namen, Pfade, Beschreibungen, Beträge und Geheimnisse enthält sie nicht, und sie wird nirgendwohin geschickt: Erst sehen Sie sie, dann können Sie sie speichern.',
    collect: 'Zeigen, was gespeichert würde',
    save: 'Als Datei speichern',
    content: 'Was gespeichert würde',
  },
});
