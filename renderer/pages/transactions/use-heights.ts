import { useMediaQuery } from '@mantine/hooks';

/** These and what follows from them as in table.module.css. */
const NARROW = '(max-width: 40em)';
const [ONE_LINE_REM, TWO_LINES_REM] = [2.5, 3.5];

/** In pixels. People choose larger letters in their browser, and rows grow with them; a narrow window has no head. */
export function useHeights(): { readonly rowHeight: number; readonly headHeight: number } {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return isNarrow
    ? { rowHeight: TWO_LINES_REM * rem, headHeight: 0 }
    : { rowHeight: ONE_LINE_REM * rem, headHeight: ONE_LINE_REM * rem };
}
