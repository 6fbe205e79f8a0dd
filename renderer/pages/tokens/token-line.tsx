import { Badge, Button, Group, Text } from '@mantine/core';
import type { TokenView } from '../../../src/contract/control/tokens.ts';
import { useFormat, useWords } from '../../words/words.tsx';
import classes from './tokens.module.css';
import { words } from './words.ts';

/** `revoke` is null for a token that no longer works. */
export function TokenLine({
  token,
  now,
  revoke,
}: {
  readonly token: TokenView;
  readonly now: number;
  readonly revoke: (() => void) | null;
}) {
  const text = useWords(words);
  const format = useFormat();
  const day = (instant: string): string => format.moment(instant);
  const end =
    token.revokedAt !== null
      ? text.revoked(day(token.revokedAt))
      : token.expiresAt === null
        ? text.neverExpires
        : Date.parse(token.expiresAt) > now
          ? text.expires(day(token.expiresAt))
          : text.expired(day(token.expiresAt));
  const facts = [
    text.created(day(token.createdAt)),
    token.lastUsedAt === null ? text.neverUsed : text.used(format.relative(token.lastUsedAt, now)),
    end,
  ];
  return (
    <li className={classes['line']}>
      <div className={classes['what']}>
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
        <Button variant="default" size="xs" onClick={revoke} aria-label={text.revokeNamed(token.name)}>
          {text.revoke}
        </Button>
      )}
    </li>
  );
}
