import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../base/words.tsx';

export interface RowAction {
  readonly label: string;
  readonly act: () => void;
  /** Takes something away; stands last, in red. */
  readonly removes?: boolean;
  /** Cannot be done now. */
  readonly isOff?: boolean;
}

interface RowMenuProps {
  /** Of the thing. */
  readonly name: string;
  readonly actions: readonly RowAction[];
  readonly isPending?: boolean;
}

/**
 * What can be done with one thing in a list: a menu of three dots, and where there is but one action, a button of its name. What
 * the thing needs now stands beside it as a button.
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
  /** A dialog gives the focus back to where it was when it opened, and the entry of the menu is gone by then. */
  const actFromDots = (act: () => void): void => {
    dots.current?.focus();
    act();
  };
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      // Beside the content and not behind the page, where no landmark holds it.
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* Not `loading`: that disables it, and the focus would be lost. */}
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
        {actions.map(({ label, act, removes = false, isOff = false }) => (
          <Menu.Item
            key={label}
            disabled={isOff}
            onClick={() => actFromDots(act)}
            {...(removes ? { c: 'var(--error-ink)' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
