import type { SourceTexts } from '../source-kind.ts';

export const texts: SourceTexts = {
  name: { en: 'SimpleFIN', de: 'SimpleFIN' },
  title: { en: 'Banks by SimpleFIN', de: 'Banken über SimpleFIN' },
  about: {
    en: 'Your banks’ accounts, fetched by a provider such as SimpleFIN Bridge. You need an account there.',
    de: 'Die Konten Ihrer Banken, geholt von einem Anbieter wie SimpleFIN Bridge. Sie brauchen dort ein Konto.',
  },
  guide: {
    what: {
      en: 'A setup token lets Pennyrow read your accounts, and nothing else: it cannot move money. It works only once.',
      de: 'Mit dem Einrichtungscode darf Pennyrow Ihre Konten lesen, sonst nichts: Geld bewegen kann es damit nicht. Er gilt nur einmal.',
    },
    steps: [
      {
        en: 'Sign in to your SimpleFIN provider and connect your banks there.',
        de: 'Melden Sie sich bei Ihrem SimpleFIN-Anbieter an und verbinden Sie dort Ihre Banken.',
      },
      {
        en: 'Make a new app connection there; it shows a setup token.',
        de: 'Legen Sie dort eine neue App-Verbindung an; sie zeigt einen Setup Token.',
      },
      { en: 'Copy the token and paste it here.', de: 'Kopieren Sie ihn und fügen Sie ihn hier ein.' },
    ],
    link: {
      url: 'https://bridge.simplefin.org/simplefin/create',
      label: { en: 'Open SimpleFIN Bridge', de: 'SimpleFIN Bridge öffnen' },
    },
    pending: {
      en: 'The token is exchanged for an access, which is then tried. This takes a few seconds; please leave this open.',
      de: 'Der Code wird gegen einen Zugang getauscht, und der wird ausprobiert. Das dauert ein paar Sekunden; bitte lassen Sie dies so lange offen.',
    },
  },
  removal: {
    en: 'At your SimpleFIN provider the access still exists until you disable it there.',
    de: 'Bei Ihrem SimpleFIN-Anbieter besteht der Zugang weiter, bis Sie ihn dort sperren.',
  },
  command: {
    description: 'banks by SimpleFIN, with a setup token from your provider, such as https://bridge.simplefin.org',
    examples: ['pennyrow connection add simplefin', 'pennyrow connection add simplefin < token.txt'],
  },
};
