import { Text } from '@mantine/core';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import classes from './welcome.module.css';

/** The path of a file, or the title of a spreadsheet at Google. */
export function WorkbookPlaceLine({ workbook }: { readonly workbook: Pick<WorkbookView, 'place'> | null }) {
  if (workbook === null) return null;
  return (
    <Text fw={600} className={classes['path'] ?? ''}>
      {workbook.place.kind === 'xlsx' ? workbook.place.path : workbook.place.title}
    </Text>
  );
}
