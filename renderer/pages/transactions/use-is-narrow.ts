import { useMediaQuery } from '@mantine/hooks';

/** The same width as in transactions.module.css. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
}
