import type { SourceTexts } from '../source-kind.ts';

export const texts: SourceTexts = {
  name: { en: 'Statement files', de: 'Kontoauszüge' },
  title: { en: 'A folder of statement files', de: 'Ein Ordner mit Kontoauszügen' },
  about: {
    en: 'Pennyrow watches a folder and imports the OFX, QFX, QIF, CAMT, MT940 and CSV files that come into it.',
    de: 'Pennyrow beobachtet einen Ordner und importiert OFX-, QFX-, QIF-, CAMT-, MT940- und CSV-Dateien, die dort ankommen.',
  },
  guide: {},
  command: {
    description: 'a folder that is watched for statement files while the service runs, and looked into by each sync',
    examples: [
      'pennyrow connection add statements --folder ~/Downloads/bank',
      'pennyrow connection add statements --folder /srv/bank --move --name "My bank"',
    ],
  },
};
