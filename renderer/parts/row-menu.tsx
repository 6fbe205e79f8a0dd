import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../base/words.tsx';

export interface RowAction {
  readonly label: string;
  readonly act: () => void;
  readonly isDestructive?: boolean;
  readonly isDisabled?: boolean;
}

interface RowMenuProps {
  readonly name: string;
  readonly actions: readonly RowAction[];
  readonly isPending?: boolean;
  /** True for rare actions, which get a menu even if there is only one. */
  readonly isCollapsed?: boolean;
}

/** A button for a single action, otherwise a menu. */
export function RowMenu({ name, actions, isPending = false, isCollapsed = false }: RowMenuProps) {
  const text = useTexts().parts;
  const dots = useRef<HTMLButtonElement>(null);
  const [only, second] = actions;
  if (only === undefined) return null;
  if (second === undefined && !isCollapsed)
    return (
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        aria-label={text.named({ label: only.label, name })}
        onClick={only.act}
      >
        {only.label}
      </Button>
    );
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      // Placed inside the main landmark instead of at the end of the document.
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
        {actions.map(({ label, act, isDestructive = false, isDisabled = false }, place) => (
          <Menu.Item
            // oxlint-disable-next-line react/no-array-index-key -- bank accounts may have the same name.
            key={place}
            disabled={isDisabled}
            onClick={() => {
              // A dialog restores the focus to the element that opened it, and the menu's entry is gone by then.
              dots.current?.focus();
              act();
            }}
            {...(isDestructive ? { c: 'var(--error-ink)' } : {})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
