import { useLocation } from 'wouter';
import { useCanSync } from '../../control/use-can-sync.ts';
import { useAction } from '../../control/use-control.ts';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useTexts } from '../../words/words.tsx';
import { useAccount } from '../account-context.tsx';
import { PAGES } from '../pages.ts';

export interface Entry {
  readonly label: string;
  readonly act: () => void;
}

/** What the palette offers for what is typed: pages, parts of the settings, actions, other accounts, and a search. */
export function useEntries(typed: string): readonly Entry[] {
  const { palette: text, pages } = useTexts().shell;
  const { sections } = useTexts().settings;
  const { account, accounts, choose } = useAccount();
  const [, navigate] = useLocation();
  const sync = useAction('run.sync');
  const canSync = useCanSync(account.id);
  const go = (path: string) => () => navigate(path);
  const all: Entry[] = [
    ...PAGES.map(({ name, path }) => ({ label: pages[name], act: go(path) })),
    ...(canSync ? [{ label: text.syncNow, act: () => sync.mutate({ accountId: account.id }) }] : []),
    { label: text.importFiles, act: go('/connections') },
    { label: text.recurring, act: go('/recurring') },
    { label: text.deletedRows, act: go('/activity/deleted') },
    { label: pages.help, act: go('/help') },
    ...Object.entries(sections).map(([name, section]) => ({
      label: `${pages.settings}: ${section}`,
      act: go(`/settings/${name}`),
    })),
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({ label: text.switchTo({ name }), act: () => choose(id) })),
  ];
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  if (words.length === 0) return found;
  const search = typed.trim();
  return [...found, { label: text.search({ text: search }), act: go(transactionsAddress({ search })) }];
}
