import type { ChoiceKind } from '../../contract/control/desktop.ts';
import { defineNativeWords } from '../native-words.ts';

interface DialogTexts {
  /** Stands in the frame of the dialog; macOS shows none. */
  readonly title: string;
  readonly button: string;
}

/** What the system's dialogs for files and folders say of themselves; the rest of their words is the system's. */
export const chooseTexts = defineNativeWords<Readonly<Record<ChoiceKind, DialogTexts>> & { readonly filter: string }>({
  en: {
    'new-workbook': { title: 'Where to put the new spreadsheet', button: 'Choose' },
    workbook: { title: 'Choose a spreadsheet', button: 'Choose' },
    'statement-folder': { title: 'Choose the folder with the statements', button: 'Choose' },
    filter: 'Spreadsheets (.xlsx)',
  },
  de: {
    'new-workbook': { title: 'Wohin die neue Tabelle soll', button: 'Auswählen' },
    workbook: { title: 'Tabelle auswählen', button: 'Auswählen' },
    'statement-folder': { title: 'Ordner mit den Kontoauszügen auswählen', button: 'Auswählen' },
    filter: 'Tabellen (.xlsx)',
  },
});
