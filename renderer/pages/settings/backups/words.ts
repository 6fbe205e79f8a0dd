import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    workbook: 'Earlier versions of your spreadsheet',
    workbookAbout:
      'Before each change Pennyrow keeps the file as it was: the two latest versions, and the last one of each of some earlier days.',
    noFile:
      'Your spreadsheet is at Google, which keeps its versions itself: see “Version history” in the menu “File” there.',
    noWorkbook: 'This account has no spreadsheet.',
    noneYet: 'There is none yet. The first one comes with the next change that a sync makes.',
    taken: 'As of',
    size: 'Size',
    action: 'Action',
    bringBack: 'Bring back',
    bringBackOf: (when: string) => `Bring back the version of ${when}`,
    folder: 'Folder',
    copyFolder: 'Copy path of the folder',
    confirmTitle: (when: string) => `Bring back the version of ${when}?`,
    confirm:
      'A copy of that version is put beside your spreadsheet, under a name of its own. Your spreadsheet stays as it is. If there is no file in its place any more, the version takes that place.',
    restoredBeside: 'The copy is there:',
    restoredWhat:
      'Open it to look something up. Or go on with it: then the next sync adds the transactions that it lacks, and your present file is left alone.',
    restoredInPlace: 'Your spreadsheet is back in its place. The next sync adds the transactions that it lacks.',
    goOn: 'Go on with this copy',
    wentOn: 'Pennyrow now works with this copy.',
    done: 'Done',
    copyPath: 'Copy path',
    database: 'Copies of the database',
    databaseAbout:
      'Pennyrow copies its database each day, and before a newer version changes its form. Each copy of a day is checked. Your transactions themselves are in your spreadsheet.',
    noDatabase: 'There is none yet: the first one is made when Pennyrow is used on another day.',
    name: 'File',
    export: 'Export',
    exportAbout:
      'All transactions of this account as a CSV file, with the field names of the API. Cells that look like formulas get a leading apostrophe.',
    download: 'Download CSV',
    exporting: (done: string, total: string) => `${done} of ${total} transactions`,
    cancel: 'Cancel',
    exported: (count: string) => `The file holds ${count} transactions.`,
    nothing: 'There are no transactions to export.',
  },
  de: {
    workbook: 'Frühere Fassungen Ihrer Tabelle',
    workbookAbout:
      'Vor jeder Änderung bewahrt Pennyrow die Datei so auf, wie sie war: die zwei neuesten Fassungen und von einigen früheren Tagen jeweils die letzte.',
    noFile:
      'Ihre Tabelle liegt bei Google, das selbst Fassungen aufbewahrt: siehe dort „Versionsverlauf“ im Menü „Datei“.',
    noWorkbook: 'Dieses Konto hat keine Tabelle.',
    noneYet: 'Noch gibt es keine. Die erste kommt mit der nächsten Änderung durch einen Abgleich.',
    taken: 'Stand',
    size: 'Größe',
    action: 'Aktion',
    bringBack: 'Zurückholen',
    bringBackOf: (when: string) => `Fassung vom ${when} zurückholen`,
    folder: 'Ordner',
    copyFolder: 'Pfad des Ordners kopieren',
    confirmTitle: (when: string) => `Fassung vom ${when} zurückholen?`,
    confirm:
      'Eine Kopie dieser Fassung wird unter eigenem Namen neben Ihre Tabelle gelegt. Ihre Tabelle bleibt, wie sie ist. Liegt an ihrer Stelle keine Datei mehr, kommt die Fassung dorthin.',
    restoredBeside: 'Die Kopie liegt hier:',
    restoredWhat:
      'Öffnen Sie sie, um etwas nachzusehen. Oder arbeiten Sie mit ihr weiter: Dann trägt der nächste Abgleich die Umsätze nach, die ihr fehlen, und Ihre jetzige Datei bleibt unberührt.',
    restoredInPlace:
      'Ihre Tabelle liegt wieder an ihrer Stelle. Der nächste Abgleich trägt die Umsätze nach, die ihr fehlen.',
    goOn: 'Mit dieser Kopie weiterarbeiten',
    wentOn: 'Pennyrow arbeitet jetzt mit dieser Kopie.',
    done: 'Fertig',
    copyPath: 'Pfad kopieren',
    database: 'Kopien der Datenbank',
    databaseAbout:
      'Pennyrow kopiert seine Datenbank jeden Tag, und bevor eine neuere Version ihren Aufbau ändert. Jede Tageskopie wird geprüft. Ihre Umsätze selbst stehen in Ihrer Tabelle.',
    noDatabase: 'Es gibt noch keine: Die erste entsteht, wenn Pennyrow an einem anderen Tag benutzt wird.',
    name: 'Datei',
    export: 'Export',
    exportAbout:
      'Alle Umsätze dieses Kontos als CSV-Datei, mit den Feldnamen der API. Felder, die wie Formeln aussehen, beginnen mit einem Apostroph.',
    download: 'CSV herunterladen',
    exporting: (done: string, total: string) => `${done} von ${total} Umsätzen`,
    cancel: 'Abbrechen',
    exported: (count: string) => `Die Datei enthält ${count} Umsätze.`,
    nothing: 'Es gibt keine Umsätze zum Exportieren.',
  },
});
