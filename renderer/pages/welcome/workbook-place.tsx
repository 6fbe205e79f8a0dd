import { Text } from '@mantine/core';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import classes from './welcome.module.css';

/** The path of a file, or the title of a spreadsheet. */
export function WorkbookPlaceLine({ workbook }: { readonly workbook: Pick<WorkbookView, 'place'> | null }) {
  if (workbook === null) return null;
  return (
    <Text fw={600} className={classes['path'] ?? ''}>
      {'path' in workbook.place ? workbook.place.path : workbook.place.title}
    </Text>
  );
}
