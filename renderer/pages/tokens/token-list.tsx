import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TokenView } from '../../../src/contract/control/tokens.ts';
import { useAction } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useNow } from '../../parts/use-now.ts';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { TokenLine } from './token-line.tsx';
import lines from '../../parts/lines.module.css';
import classes from './tokens.module.css';

/** The tokens that work, newest first; those that no longer do can be looked up below. */
export function TokenList({ tokens, create }: { readonly tokens: readonly TokenView[]; readonly create: () => void }) {
  const text = useTexts().tokens;
  const format = useFormat();
  const now = useNow();
  const revoke = useAction('token.revoke');
  const [asked, setAsked] = useState<TokenView | null>(null);
  // Its name stays in the dialog while that fades away.
  const [isAsking, setAsking] = useState(false);
  const newestFirst = tokens.toReversed();
  const live = newestFirst.filter((token) => isLive(token, now));
  const ended = newestFirst.filter((token) => !isLive(token, now));
  const ask = (token: TokenView): void => {
    revoke.reset();
    setAsked(token);
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
        title={text.revokeTitle({ name: asked?.name ?? '' })}
        yes={text.revoke}
        isOpen={isAsking}
        isPending={revoke.isPending}
        failure={revoke.error}
        confirm={() => asked !== null && revoke.mutate({ tokenId: asked.id }, { onSuccess: () => setAsking(false) })}
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
