import type { BrowserWindowConstructorOptions } from 'electron';
import type { ElectronParts, WindowPart } from '../electron-parts.ts';
import type { WindowPlace } from '../settings.ts';

const FIRST_SIZE = { width: 1100, height: 760 };

/** So much of the window must be on a screen, for a person to see it and to move it. */
const SEEN = { width: 120, height: 60 };

/** The place of the last time, unless the screen that it was on is gone; then the middle of the first one. */
export function placeFor(
  kept: WindowPlace | null,
  screen: ElectronParts['screen'],
): Pick<BrowserWindowConstructorOptions, 'x' | 'y' | 'width' | 'height'> {
  if (kept === null) return FIRST_SIZE;
  const { x, y, width, height } = kept;
  const isSeen = screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y);
    // The upper edge is what a window is moved by.
    return across >= Math.min(SEEN.width, width) && down >= Math.min(SEEN.height, height) && y >= workArea.y;
  });
  return isSeen ? { x, y, width, height } : FIRST_SIZE;
}

export function placeOf(window: Pick<WindowPart, 'getNormalBounds' | 'isMaximized'>): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height, isMaximized: window.isMaximized() };
}
