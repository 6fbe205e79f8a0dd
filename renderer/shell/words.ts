import { defineWords } from '../words/language.ts';
import type { PageName } from './pages.ts';

interface ShellWords {
  readonly pages: Readonly<Record<PageName, string>>;
  readonly menu: string;
  readonly account: string;
  readonly skip: string;
  readonly lost: string;
  readonly lostWhat: string;
  readonly signedOut: string;
  readonly signedOutWhat: string;
  readonly linkOver: string;
  readonly linkOverWhat: string;
  readonly notFound: string;
  readonly toOverview: string;
  readonly strayed: (account: string) => string;
}

export const words = defineWords<ShellWords>({
  en: {
    pages: {
      overview: 'Overview',
      activity: 'Activity',
      preview: 'Preview',
      transactions: 'Transactions',
      connections: 'Connections',
      workbook: 'Workbook',
      tokens: 'API tokens',
      schedule: 'Schedule',
      settings: 'Settings',
      welcome: 'Welcome',
    },
    menu: 'Menu',
    account: 'Account',
    skip: 'Skip to content',
    lost: 'Pennyrow does not answer',
    lostWhat: 'What you see may be old. As soon as the service answers again, this page brings itself up to date.',
    signedOut: 'You are signed out',
    signedOutWhat: 'Run “pennyrow dashboard” on the machine and open the link that it prints.',
    linkOver: 'This link no longer works',
    linkOverWhat: 'It works once, for a few minutes. Run “pennyrow dashboard” again for a new one.',
    notFound: 'There is no such page.',
    toOverview: 'To the overview',
    strayed: (account) => `The link was for an account that is not here any more. This is “${account}”.`,
  },
  de: {
    pages: {
      overview: 'Übersicht',
      activity: 'Verlauf',
      preview: 'Vorschau',
      transactions: 'Umsätze',
      connections: 'Verbindungen',
      workbook: 'Tabelle',
      tokens: 'API-Schlüssel',
      schedule: 'Zeitplan',
      settings: 'Einstellungen',
      welcome: 'Willkommen',
    },
    menu: 'Menü',
    account: 'Konto',
    skip: 'Zum Inhalt springen',
    lost: 'Pennyrow antwortet nicht',
    lostWhat:
      'Was hier steht, kann veraltet sein. Sobald der Dienst wieder antwortet, bringt sich die Seite selbst auf den neuesten Stand.',
    signedOut: 'Sie sind abgemeldet',
    signedOutWhat: 'Führen Sie auf dem Rechner „pennyrow dashboard“ aus und öffnen Sie den Link, der dann erscheint.',
    linkOver: 'Dieser Link gilt nicht mehr',
    linkOverWhat:
      'Er gilt einmal, für einige Minuten. Führen Sie „pennyrow dashboard“ noch einmal aus, dann bekommen Sie einen neuen.',
    notFound: 'Diese Seite gibt es nicht.',
    toOverview: 'Zur Übersicht',
    strayed: (account) => `Der Link gehört zu einem Konto, das es hier nicht mehr gibt. Dies ist „${account}“.`,
  },
});
