import { defineWords } from '../words/language.ts';

export const words = defineWords({
  en: {
    original: 'In the service’s own words:',
    go: {
      chooseWorkbook: 'Choose a spreadsheet',
      connectBank: 'Connect a bank',
      workbook: 'See the spreadsheet',
      columns: 'Say which column is which',
      reconnect: 'Connect Google again',
      backups: 'See the backups',
      connections: 'See the connections',
      answers: 'Answer the questions',
      activity: 'See the runs',
      deleted: 'See the deleted rows',
      schedule: 'See the schedule',
      tokens: 'See the tokens',
      accounts: 'See the accounts',
      diagnostics: 'See the diagnostics',
    },
  },
  de: {
    original: 'Im Wortlaut:',
    go: {
      chooseWorkbook: 'Tabelle wählen',
      connectBank: 'Bank verbinden',
      workbook: 'Zur Tabelle',
      columns: 'Spalten zuordnen',
      reconnect: 'Google neu verbinden',
      backups: 'Zu den Sicherungen',
      connections: 'Zu den Verbindungen',
      answers: 'Fragen beantworten',
      activity: 'Zu den Läufen',
      deleted: 'Zu den gelöschten Zeilen',
      schedule: 'Zum Zeitplan',
      tokens: 'Zu den Schlüsseln',
      accounts: 'Zu den Konten',
      diagnostics: 'Zur Diagnose',
    },
  },
});
