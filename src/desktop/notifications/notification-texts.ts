import { defineNativeWords } from '../native-words.ts';

/** What notifications say; what happened comes from the service, or by its code from `problem-words.ts`. */
export const notificationTexts = defineNativeWords({
  en: {
    connectionNeedsYou: (connection: string, account: string) => `${connection} needs you (${account})`,
    accountNeedsYou: (account: string) => `${account} needs you`,
    /** Two and more at once. */
    severalNeedYou: (count: string) => `${count} things need you`,
    seeOverview: 'The overview shows them, each with what to do.',
    oneNew: 'One new transaction',
    severalNew: (count: string) => `${count} new transactions`,
    inSpreadsheet: 'In your spreadsheet now.',
    inSpreadsheetOf: (account: string) => `In the spreadsheet of “${account}” now.`,
  },
  de: {
    connectionNeedsYou: (connection, account) => `${connection} braucht Sie (${account})`,
    accountNeedsYou: (account) => `${account} braucht Sie`,
    severalNeedYou: (count) => `${count} Dinge brauchen Sie`,
    seeOverview: 'In der Übersicht steht bei jedem, was zu tun ist.',
    oneNew: 'Ein neuer Umsatz',
    severalNew: (count) => `${count} neue Umsätze`,
    inSpreadsheet: 'Jetzt in Ihrer Tabelle.',
    inSpreadsheetOf: (account) => `Jetzt in der Tabelle von „${account}“.`,
  },
});
