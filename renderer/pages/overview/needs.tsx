import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { StatusNote } from '../../../src/contract/control/service.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.tsx';
import { words } from './words.ts';

const PLACES = { workbook: 'workbook', connection: 'connections', run: 'activity', plan: null } as const;

/** What a person is needed for, each with the way to where it is put right. */
export function Needs({ notes }: { readonly notes: readonly StatusNote[] }) {
  const text = useWords(words);
  return (
    <Card title={text.needs}>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {notes.map(({ about, message, remedy }) => {
          const place = PLACES[about];
          return (
            <li key={`${about} ${message}`}>
              <Text size="sm">{message}</Text>
              {remedy !== null && !isForTerminal(remedy) && (
                <Text size="sm" c="dimmed">
                  {remedy}
                </Text>
              )}
              {place !== null && (
                <Button component={Link} href={`/${place}`} size="compact-sm" variant="light" mt={6}>
                  {text.solve[place]}
                </Button>
              )}
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}

/** What a command line would do, a button does here. */
function isForTerminal(remedy: string): boolean {
  return remedy.includes('`pennyrow ');
}
