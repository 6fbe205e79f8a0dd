import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../words/words.tsx';
import classes from './palette.module.css';
import { useEntries, type Entry } from './use-entries.ts';

/** To any page and action by some letters of its name. The field keeps the focus; the arrows choose. */
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
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries(typed);
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
      const next = (chosen + step + entries.length) % entries.length;
      setChosen(next);
      document.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      perform(entries[chosen]);
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
        aria-activedescendant={`${id}-${chosen}`}
        placeholder={text.field}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(0);
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
            aria-selected={place === chosen}
            className={classes['entry']}
            onMouseEnter={() => setChosen(place)}
            onClick={() => perform(entry)}
          >
            {entry.label}
          </div>
        ))}
      </div>
    </>
  );
}
