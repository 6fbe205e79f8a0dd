import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../base/words.tsx';
import { useCanSync } from '../base/control/use-control.ts';
import { useAction } from '../base/control/use-control.ts';
import { useAccount } from '../parts/account-context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { transactionsAddress } from '../parts/transactions-address.ts';
import { PAGES } from './pages.ts';
import classes from './palette.module.css';

/** The field keeps the focus; the arrow keys move the selection. */
export function Palette({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { palette: text } = useTexts().shell;
  return (
    <Dialog title={text.title} isOpen={isOpen} close={close} size="lg">
      <Choice close={close} />
    </Dialog>
  );
}

function Choice({ close }: { readonly close: () => void }) {
  const { palette: text } = useTexts().shell;
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const entries = useEntries(query);
  const id = useId();
  const perform = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.act();
  };
  const steer = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = (selected + step + entries.length) % entries.length;
      setSelected(next);
      document.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      perform(entries[selected]);
    }
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={text.field}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={`${id}-${selected}`}
        placeholder={text.field}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={steer}
      />
      <div role="listbox" id={id} aria-label={text.field} className={classes['entries']}>
        {entries.map((entry, place) => (
          // The field has the focus and the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={entry.label}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === selected}
            className={classes['entry']}
            onMouseEnter={() => setSelected(place)}
            onClick={() => perform(entry)}
          >
            {entry.label}
          </div>
        ))}
      </div>
    </>
  );
}

interface Entry {
  readonly label: string;
  readonly act: () => void;
}

/** Matching pages, settings sections, actions and accounts, and a search. */
function useEntries(query: string): readonly Entry[] {
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
    { label: pages.recurring, act: go('/transactions/recurring') },
    { label: pages.activity, act: go('/activity') },
    { label: text.deletedRows, act: go('/activity/deleted') },
    { label: text.schedule, act: go('/connections/schedule') },
    { label: pages.help, act: go('/help') },
    ...Object.entries(sections).map(([name, section]) => ({
      label: `${pages.settings}: ${section}`,
      act: go(`/settings/${name}`),
    })),
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({ label: text.switchTo({ name }), act: () => choose(id) })),
  ];
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const matches = all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  if (words.length === 0) return matches;
  const search = query.trim();
  return [...matches, { label: text.search({ text: search }), act: go(transactionsAddress({ search })) }];
}
