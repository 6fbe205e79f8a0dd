import {
  Alert,
  Button,
  Center,
  Group,
  Loader,
  Stack,
  Text,
  ThemeIcon,
  VisuallyHidden,
  Card as MantineCard,
  Title,
  ActionIcon,
} from '@mantine/core';
import { type Icon, IconAlertTriangle, IconSparkles, IconHelp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/carrier.ts';
import { MessageText, SolveLink } from './message-text.tsx';
import classes from './facts.module.css';
import { Link, useLocation } from 'wouter';

interface LoadingStateProps extends Partial<ErrorStateProps> {
  readonly height?: number;
}

export function LoadingState({ height = 240, failure = null, retry }: LoadingStateProps) {
  const text = useTexts().parts;
  if (failure !== null) return <ErrorState failure={failure} retry={retry} />;
  return (
    <Center h={height} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </Center>
  );
}

interface ErrorStateProps {
  readonly failure: ControlFailure | null;
  readonly retry?: (() => unknown) | undefined;
}

export function ErrorState({ failure, retry }: ErrorStateProps) {
  const text = useTexts().parts;
  if (failure === null) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <MessageText message={failure} />
      <Group gap="xs" mt="xs">
        {retry !== undefined && (
          <Button size="compact-sm" mt={6} variant="default" onClick={() => void retry()}>
            {text.again}
          </Button>
        )}
        <SolveLink code={failure.code} />
      </Group>
    </Alert>
  );
}

interface EmptyStateProps {
  readonly icon?: Icon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon: Sign = IconSparkles, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="md" py="xl" h="100%">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        <Sign size={24} stroke={1.6} />
      </ThemeIcon>
      <Text c="dimmed" ta="center" maw="30rem">
        {children}
      </Text>
      {action !== undefined && <div style={{ marginTop: 'auto' }}>{action}</div>}
    </Stack>
  );
}

interface CardProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, actions, children }: CardProps) {
  const id = useId();
  return (
    <MantineCard component="section" aria-labelledby={id} withBorder padding="lg">
      <Group justify="space-between" mb="sm" gap="xs" mih={30}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </MantineCard>
  );
}

/** The buttons of a long form, always in view. In the welcome, they are above the welcome's buttons. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group
      justify="flex-end"
      gap="sm"
      pos="sticky"
      bottom="var(--welcome-actions, 0)"
      py="var(--space-3)"
      bg="var(--behind-actions, var(--mantine-color-body))"
      style={{ zIndex: 1, borderTop: '1px solid var(--line)' }}
    >
      {children}
    </Group>
  );
}

export type Fact = readonly [name: string, value: ReactNode] | false;

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Stack component="dl" gap="xs" m={0} fz="sm" lh="sm">
      {facts.map(
        (fact, place) =>
          fact !== false && (
            // oxlint-disable-next-line react/no-array-index-key -- bank data may repeat a name.
            <div key={place} className={classes['fact']}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </Stack>
  );
}

interface PageTitleProps {
  readonly title: string;
  /** Set if the text is not in the page's language. */
  readonly lang?: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

export function PageTitle({ title, lang, about, children }: PageTitleProps) {
  return (
    <Group justify="space-between" align={about === undefined ? 'center' : 'flex-start'} mb="lg" gap="sm">
      <div style={{ flex: '1 1 auto', minWidth: 0 }}>
        <Group gap={4} wrap="nowrap" mih={36}>
          <Title order={1} lang={lang}>
            {title}
          </Title>
          <HelpLink />
        </Group>
        {about !== undefined && (
          <Text c="dimmed" mt={2} data-print="never">
            {about}
          </Text>
        )}
      </div>
      {children !== undefined && children !== false && <Group gap="sm">{children}</Group>}
    </Group>
  );
}

const HELP: Readonly<Record<string, string>> = {
  '/': 'dashboard/overview',
  '/accounts': 'dashboard/accounts',
  '/activity': 'dashboard/activity',
  '/connections': 'dashboard/connections',
  '/rules': 'rules',
  '/settings': 'dashboard/settings',
  '/settings/api': 'api',
  '/transactions': 'dashboard/transactions',
  '/workbook': 'workbook',
};

function HelpLink() {
  const text = useTexts().help;
  const [location] = useLocation();
  const [page] = Object.keys(HELP)
    .filter((path) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
    .sort((a, b) => b.length - a.length);
  return page === undefined ? null : <GuideLink page={HELP[page] ?? ''} label={text.about} />;
}

export function GuideLink({ page, label }: { readonly page: string; readonly label: string }) {
  return (
    <ActionIcon
      component={Link}
      href={`/help/${page}`}
      variant="subtle"
      color="gray"
      c="dimmed"
      size={36}
      aria-label={label}
      title={label}
    >
      <IconHelp size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
