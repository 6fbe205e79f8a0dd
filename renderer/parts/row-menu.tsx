import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../base/words.tsx';

export interface RowAction {
  readonly label: string;
  readonly act: () => void;
  /** A destructive action: last and red. */
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
}

interface RowMenuProps {
  /** The item's name. */
  readonly name: string;
  readonly actions: readonly RowAction[];
  readonly isPending?: boolean;
}

/**
 * The actions of a list item: a menu, or a button if there is one action. The action that the item needs now is a
 * button beside it.
 */
export function RowMenu(props: RowMenuProps) {
  const [only, second] = props.actions;
  if (only === undefined) return null;
  return second === undefined ? <OneAction {...props} action={only} /> : <Dots {...props} />;
}

function OneAction({ name, action: { label, act }, isPending = false }: RowMenuProps & { readonly action: RowAction }) {
  const text = useTexts().parts;
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      aria-label={text.oneAction({ action: label, name })}
      onClick={act}
    >
      {label}
    </Button>
  );
}

function Dots({ name, actions, isPending = false }: RowMenuProps) {
  const text = useTexts().parts;
  const dots = useRef<HTMLButtonElement>(null);
  /**
   * A dialog restores the focus to the element that opened it, which must not be the menu's entry, since that is gone.
   */
  const actFromDots = (act: () => void): void => {
    dots.current?.focus();
    act();
  };
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      // Inside the main landmark instead of at the end of the document.
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* `loading` would disable the button, which would lose the focus. */}
        <ActionIcon
          ref={dots}
          variant="subtle"
          color="gray"
          c="dimmed"
          aria-busy={isPending}
          aria-label={text.actionsOf({ name })}
        >
          {isPending ? <Loader size={16} aria-hidden /> : <IconDots size={18} aria-hidden />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, act, isDestructive = false, isDisabled = false }) => (
          <Menu.Item
            key={label}
            disabled={isDisabled}
            onClick={() => actFromDots(act)}
            {...(isDestructive ? { c: 'var(--error-ink)' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
