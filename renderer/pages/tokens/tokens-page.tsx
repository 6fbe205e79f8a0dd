import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import type { NewToken, TokenView } from '../../../src/contract/control/tokens.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Confirm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { CreateToken } from './create-token.tsx';
import { QuickStart } from './quick-start.tsx';
import lines from '../../parts/lines.module.css';
import classes from './tokens.module.css';

/** Using a token emits no event, since scripts may do so many times a second. */
const LAST_USE_MS = 15_000;

export function TokensPage() {
  const { account } = useAccount();
  const text = useTexts().tokens;
  const { data: tokens, error, refetch } = useAnswer('token.list', { accountId: account.id });
  // New tokens of all accounts that are not stored yet, so that switching accounts does not lose one.
  const [fresh, setFresh] = useState<readonly NewToken[]>([]);
  const unkept = fresh.filter(({ id }) => tokens?.find((token) => token.id === id)?.revokedAt == null);
  const { isAsking, stay, leave } = useLeaveGuard(unkept.length > 0);
  const [isCreating, { open, close }] = useDisclosure();
  const visibleTokens = unkept.filter(({ accountId }) => accountId === account.id);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LAST_USE_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        <Button
          component={Link}
          href="/agents"
          variant="default"
          leftSection={<MENU_ICONS.agents size={16} aria-hidden />}
        >
          {text.agent}
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          {text.create}
        </Button>
      </PageTitle>
      <Stack gap="lg">
        {visibleTokens.map((token) => (
          <FreshToken
            key={token.id}
            token={token}
            done={() => setFresh((before) => before.filter(({ id }) => id !== token.id))}
          />
        ))}
        {tokens === undefined ? (
          <LoadingState failure={error} retry={refetch} />
        ) : (
          <TokenList tokens={tokens} create={open} />
        )}
        <QuickStart fresh={visibleTokens[0] ?? null} />
      </Stack>
      <Dialog title={text.createTitle} isOpen={isCreating} close={close}>
        <CreateToken
          accountId={account.id}
          close={close}
          created={(token) => {
            setFresh((before) => [token, ...before]);
            close();
          }}
        />
      </Dialog>
      <Confirm
        title={text.leaveTitle}
        confirmLabel={text.leave}
        cancelLabel={text.stay}
        isOpen={isAsking}
        confirm={leave}
        close={stay}
      >
        {text.leaveWhat}
      </Confirm>
    </>
  );
}

/** Active tokens, newest first; inactive ones are listed on request. */
function TokenList({ tokens, create }: { readonly tokens: readonly TokenView[]; readonly create: () => void }) {
  const text = useTexts().tokens;
  const format = useFormat();
  const now = useNow();
  const revoke = useAction('token.revoke');
  const [tokenToRevoke, setTokenToRevoke] = useState<TokenView | null>(null);
  // Keeps the dialog's content while it fades out.
  const [isAsking, setAsking] = useState(false);
  const newestFirst = tokens.toReversed();
  const live = newestFirst.filter((token) => isLive(token, now));
  const ended = newestFirst.filter((token) => !isLive(token, now));
  const ask = (token: TokenView): void => {
    revoke.reset();
    setTokenToRevoke(token);
    setAsking(true);
  };
  return (
    <Card title={text.list}>
      {tokens.length === 0 && (
        <EmptyState icon={MENU_ICONS.tokens} action={<Button onClick={create}>{text.create}</Button>}>
          {text.none}
        </EmptyState>
      )}
      {tokens.length > 0 && live.length === 0 && <Text c="dimmed">{text.noneLive}</Text>}
      <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
        {live.map((token) => (
          <TokenLine key={token.id} token={token} now={now} revoke={() => ask(token)} />
        ))}
      </Stack>
      {ended.length > 0 && (
        <details className={classes['ended'] ?? ''}>
          <summary>{text.ended({ count: format.number(ended.length) })}</summary>
          <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
            {ended.map((token) => (
              <TokenLine key={token.id} token={token} now={now} revoke={null} />
            ))}
          </Stack>
        </details>
      )}
      <Confirm
        title={text.revokeTitle({ name: tokenToRevoke?.name ?? '' })}
        confirmLabel={text.revoke}
        isOpen={isAsking}
        isPending={revoke.isPending}
        failure={revoke.error}
        confirm={() =>
          tokenToRevoke !== null && revoke.mutate({ tokenId: tokenToRevoke.id }, { onSuccess: () => setAsking(false) })
        }
        close={() => setAsking(false)}
      >
        {text.revokeWhat}
      </Confirm>
    </Card>
  );
}

function isLive({ revokedAt, expiresAt }: TokenView, now: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
}

/** `revoke` is null for an inactive token. */
function TokenLine({
  token,
  now,
  revoke,
}: {
  readonly token: TokenView;
  readonly now: number;
  readonly revoke: (() => void) | null;
}) {
  const text = useTexts().tokens;
  const format = useFormat();
  const day = (instant: string): string => format.moment(instant);
  const end =
    token.revokedAt !== null
      ? text.revoked({ when: day(token.revokedAt) })
      : token.expiresAt === null
        ? text.neverExpires
        : Date.parse(token.expiresAt) > now
          ? text.expires({ when: day(token.expiresAt) })
          : text.expired({ when: day(token.expiresAt) });
  const facts = [
    text.created({ when: day(token.createdAt) }),
    token.lastUsedAt === null ? text.neverUsed : text.used({ when: format.relative(token.lastUsedAt, now) }),
    end,
  ];
  return (
    <li className={`${lines['line']} ${lines['ends']}`}>
      <div className={lines['what']}>
        <Group gap="xs">
          <Text fw={600} className={classes['name'] ?? ''}>
            {token.name}
          </Text>
          {token.scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none">
              {text.scope[scope]}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      {revoke !== null && (
        <Button variant="default" size="xs" onClick={revoke} aria-label={text.revokeNamed({ name: token.name })}>
          {text.revoke}
        </Button>
      )}
    </li>
  );
}

const DIALOG_CLOSES_MS = 20;

/** The only time that the token is visible. It exists only in the page's memory. */
function FreshToken({ token, done }: { readonly token: NewToken; readonly done: () => void }) {
  const text = useTexts().tokens;
  const place = useRef<HTMLDivElement>(null);
  // After the closing dialog has restored the focus.
  useEffect(() => {
    const timer = setTimeout(() => place.current?.focus(), DIALOG_CLOSES_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={classes['fresh']}>
      <Card title={text.fresh({ name: token.name })}>
        <Stack gap="sm">
          <Text>{text.freshOnce}</Text>
          <Code block data-token className={classes['token'] ?? ''}>
            {token.token}
          </Code>
          <Group gap="sm">
            <CopyButton value={token.token} label={text.copyToken} variant="filled" size="sm" />
            <Button variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={done}>
              {text.done}
            </Button>
          </Group>
        </Stack>
      </Card>
    </div>
  );
}

interface LeaveGuard {
  /** True while the page asks whether to leave. */
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Prevents leaving the page while something on it would be lost. The browser asks when the window is closed or
 * reloaded; this hook stops links and the back button within the dashboard, so that the page can ask.
 */
function useLeaveGuard(isActive: boolean): LeaveGuard {
  const [destination, setDestination] = useState<string | null>(null);
  const isOpen = useRef(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isActive) return;
    isOpen.current = false;
    const here = location.hash;
    const stopClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || isOpen.current || link.target !== '' || !isElsewhere(link.hash)) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination(link.hash.slice(1));
    };
    const stopMove = (event: Event): void => {
      const { hash } = location;
      if (isOpen.current || hash === here) return;
      // Runs before the router. The browser's history keeps the entry one step back.
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      setDestination(hash.slice(1));
    };
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    document.addEventListener('click', stopClick, true);
    // The back button fires `popstate` first; a programmatic change fires only `hashchange`.
    window.addEventListener('popstate', stopMove, true);
    window.addEventListener('hashchange', stopMove, true);
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      document.removeEventListener('click', stopClick, true);
      window.removeEventListener('popstate', stopMove, true);
      window.removeEventListener('hashchange', stopMove, true);
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [isActive]);
  const stay = useCallback(() => setDestination(null), []);
  const leave = useCallback(() => {
    isOpen.current = true;
    setDestination(null);
    if (destination !== null) navigate(destination === '' ? '/' : destination);
  }, [destination, navigate]);
  return { isAsking: destination !== null, stay, leave };
}

function isElsewhere(hash: string): boolean {
  return hash.startsWith('#/') && hash !== location.hash;
}
