import { Badge, Button, Group, Text } from '@mantine/core';
import type { TokenView } from '../../../src/contract/control/tokens.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import lines from '../../parts/lines.module.css';
import classes from './tokens.module.css';

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
