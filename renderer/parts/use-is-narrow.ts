import { useMediaQuery } from '@mantine/hooks';

/** Must equal the width in transactions.module.css. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
}
