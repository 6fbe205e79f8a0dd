import { NativeSelect, Table, Text } from '@mantine/core';
import type { CsvInspection } from '../../../../src/contract/control/statements.ts';
import { useTexts } from '../../../words/words.tsx';
import classes from './mapping.module.css';
import { ROLES, type Role } from './roles.ts';

const LINES = 5;

/** The first lines of the file as they stand there, with what each column is for above it. */
export function ColumnTable({
  csv,
  roles,
  choose,
}: {
  readonly csv: CsvInspection;
  readonly roles: readonly Role[];
  readonly choose: (column: number, role: Role) => void;
}) {
  const text = useTexts().connectionsMapping;
  const { columns, lines } = csv;
  const [first, ...rest] = lines;
  const hasTitles =
    first !== undefined &&
    columns.every(
      ({ title }, place) =>
        title === (first.cells[place] ?? '').trim().replaceAll(/\s+/g, ' ') || (first.cells[place] ?? '').trim() === '',
    );
  const shown = (hasTitles ? rest : lines).slice(0, LINES);
  const half = roles.includes('out') === roles.includes('in') ? null : roles.includes('out') ? 'out' : 'in';
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {text.fileBegins}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={text.fileBegins}>
        <Table withTableBorder withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title }, place) => (
                <Table.Th
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its place; titles may repeat.
                  key={place}
                  className={classes['head'] ?? ''}
                  data-used={roles[place] !== 'none' || undefined}
                >
                  <NativeSelect
                    size="xs"
                    aria-label={text.roleOf({ column: title })}
                    value={roles[place] ?? 'none'}
                    onChange={({ currentTarget }) => choose(place, currentTarget.value as Role)}
                    data={ROLES.map((role) => ({ value: role, label: text.role[role] }))}
                  />
                  <span className={classes['title']}>{text.columnTitle({ title })}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ line, cells }) => (
              <Table.Tr key={line}>
                {columns.map((_, place) => (
                  <Table.Td
                    // oxlint-disable-next-line react/no-array-index-key -- the same.
                    key={place}
                    className={classes['cell'] ?? ''}
                    data-used={roles[place] !== 'none' || undefined}
                  >
                    {cells[place]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="sm" mt={4} aria-live="polite">
        {half !== null && text.needBoth[half]}
      </Text>
    </div>
  );
}
