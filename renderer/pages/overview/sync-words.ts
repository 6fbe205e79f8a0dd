import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    checked: 'Last checked',
    news: 'Last new rows',
    noNews: 'There were none yet.',
    added: (count: string, when: string) => `${count} added ${when}`,
    sameRun: 'in this run',
    report: 'See that run',
  },
  de: {
    checked: 'Zuletzt geprüft',
    news: 'Zuletzt neue Zeilen',
    noNews: 'Es gab noch keine.',
    added: (count: string, when: string) => `${count} neu ${when}`,
    sameRun: 'in diesem Lauf',
    report: 'Zu diesem Lauf',
  },
});
