import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Deleted rows',
    about:
      'Rows that you deleted from the spreadsheet stay away until you want them back. A deletion is noticed at the next sync.',
    list: 'What you deleted',
    none: 'Nothing. A row that you delete from the spreadsheet shows here after the next sync.',
    all: 'Choose all',
    choose: (what: string) => `Choose ${what}`,
    restore: (count: number, rows: string) =>
      count === 0 ? 'Put back' : count === 1 ? 'Put one row back' : `Put ${rows} rows back`,
    noDescription: 'Without a description',
    forget: 'Forget and fetch again',
    forgetAbout:
      'For when you deleted a whole stretch and want it anew: Pennyrow forgets which rows of these days you deleted, and the bank is asked for the days again. The rows come back as the bank tells them now, with categories by today’s rules. Rows that are in the spreadsheet stay as they are; whatever else the bank has since the first day comes in too.',
    forgetFiles: 'Rows from statement files come back when you import the file again.',
    from: 'First day',
    to: 'Last day',
    daysMissing: 'Choose both days.',
    daysSwapped: 'The last day is before the first.',
    daysEmpty: 'You deleted no row of these days.',
    forgetTitle: 'Forget and fetch again?',
    forgetWhat: (count: number, rows: string, from: string, to: string) =>
      count === 1
        ? `One deleted row from ${from} to ${to} is forgotten, and a sync asks the bank for these days again.`
        : `${rows} deleted rows from ${from} to ${to} are forgotten, and a sync asks the bank for these days again.`,
    forgetLasts: 'That you deleted them cannot be known again afterwards.',
    forgotten: (count: number, rows: string) =>
      count === 1 ? 'One deletion is forgotten.' : `${rows} deletions are forgotten.`,
  },
  de: {
    title: 'Gelöschte Zeilen',
    about:
      'Zeilen, die Sie in der Tabelle gelöscht haben, bleiben weg, bis Sie sie wiederhaben wollen. Bemerkt wird das beim nächsten Abgleich.',
    list: 'Was Sie gelöscht haben',
    none: 'Nichts. Eine Zeile, die Sie in der Tabelle löschen, erscheint hier nach dem nächsten Abgleich.',
    all: 'Alle auswählen',
    choose: (what: string) => `${what} auswählen`,
    restore: (count: number, rows: string) =>
      count === 0 ? 'Zurückholen' : count === 1 ? 'Eine Zeile zurückholen' : `${rows} Zeilen zurückholen`,
    noDescription: 'Ohne Beschreibung',
    forget: 'Vergessen und neu holen',
    forgetAbout:
      'Wenn Sie einen ganzen Zeitraum gelöscht haben und ihn neu haben wollen: Pennyrow vergisst, welche Zeilen dieser Tage Sie gelöscht haben, und fragt die Bank noch einmal nach diesen Tagen. Die Zeilen kommen so wieder, wie die Bank sie jetzt schickt, mit Kategorien nach den heutigen Regeln. Zeilen, die in der Tabelle stehen, bleiben, wie sie sind; was die Bank seit dem ersten Tag sonst noch hat, kommt dazu.',
    forgetFiles: 'Zeilen aus Kontoauszügen kommen wieder, wenn Sie die Datei noch einmal importieren.',
    from: 'Erster Tag',
    to: 'Letzter Tag',
    daysMissing: 'Wählen Sie beide Tage.',
    daysSwapped: 'Der letzte Tag liegt vor dem ersten.',
    daysEmpty: 'Von diesen Tagen haben Sie keine Zeile gelöscht.',
    forgetTitle: 'Vergessen und neu holen?',
    forgetWhat: (count: number, rows: string, from: string, to: string) =>
      count === 1
        ? `Eine gelöschte Zeile vom ${from} bis ${to} wird vergessen, und ein Abgleich fragt die Bank noch einmal nach diesen Tagen.`
        : `${rows} gelöschte Zeilen vom ${from} bis ${to} werden vergessen, und ein Abgleich fragt die Bank noch einmal nach diesen Tagen.`,
    forgetLasts: 'Dass Sie sie gelöscht hatten, weiß danach niemand mehr.',
    forgotten: (count: number, rows: string) =>
      count === 1 ? 'Eine Löschung ist vergessen.' : `${rows} Löschungen sind vergessen.`,
  },
});
