/** What the tray icon shows; the four turns of the arrows are one after the other the animation of a sync. */
export const FRAMES = ['idle', 'attention', 'paused', 'syncing-1', 'syncing-2', 'syncing-3', 'syncing-4'] as const;

export type Frame = (typeof FRAMES)[number];

/** template: black on nothing, which macOS paints as its menu bar needs it. light, dark: the panel that it stands on. */
export const BACKGROUNDS = ['template', 'light', 'dark'] as const;

export type Background = (typeof BACKGROUNDS)[number];

/** How many times its 16 points each drawing is rendered, with what its file's name then ends in. */
export const SCALES: Readonly<Record<Background, readonly (readonly [scale: number, suffix: string])[]>> = {
  template: [
    [1, ''],
    [2, '@2x'],
  ],
  light: [
    [1, ''],
    [1.5, '@1.5x'],
    [2, '@2x'],
    [3, '@3x'],
  ],
  dark: [
    [1, ''],
    [1.5, '@1.5x'],
    [2, '@2x'],
    [3, '@3x'],
  ],
};

export const POINTS = 16;

interface Colors {
  readonly tile: string;
  /** Null for holes through which the panel is seen. */
  readonly lines: string | null;
  readonly attention: string;
  readonly paused: string;
  readonly arrows: string;
}

const COLORS: Readonly<Record<Background, Colors>> = {
  template: { tile: '#000', lines: null, attention: '#000', paused: '#000', arrows: '#000' },
  light: { tile: '#0b7285', lines: '#fff', attention: '#c92a2a', paused: '#495057', arrows: '#0b7285' },
  dark: { tile: '#3bc9db', lines: '#083944', attention: '#ffa94d', paused: '#dee2e6', arrows: '#c5f6fa' },
};

/** The tray icon as an SVG: a sheet with its rows, and in its corner what is going on. */
export function trayDrawing(frame: Frame, background: Background): string {
  const colors = COLORS[background];
  const [mood, turn] = frame.split('-') as [string, string | undefined];
  const rows = `<path d="M3.6 5.6h8.8M3.6 8.6h8.8M3.6 11.6h5.2" stroke-width="1.3" stroke-linecap="round"`;
  // The badge needs air around it, or it melts into the sheet at this size.
  const air = mood === 'idle' ? '' : '<circle cx="11.6" cy="11.6" r="5" fill="#000"/>';
  const holes = colors.lines === null ? `${rows} stroke="#000"/>` : '';
  const lines = colors.lines === null ? '' : `${rows} stroke="${colors.lines}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${POINTS} ${POINTS}">`,
    `<mask id="sheet"><rect width="16" height="16" fill="#fff"/>${holes}${air}</mask>`,
    `<g mask="url(#sheet)"><rect x="1" y="2" width="14" height="12" rx="2.4" fill="${colors.tile}"/>${lines}</g>`,
    badge(mood, Number(turn ?? 1), colors),
    '</svg>',
  ].join('');
}

function badge(mood: string, turn: number, { attention, paused, arrows }: Colors): string {
  if (mood === 'attention') {
    return `<mask id="sign"><rect width="16" height="16" fill="#fff"/><path d="M11.6 9.3v2.6" stroke="#000" stroke-width="1.5" stroke-linecap="round"/><circle cx="11.6" cy="13.9" r=".85" fill="#000"/></mask>
      <circle cx="11.6" cy="11.6" r="4.1" fill="${attention}" mask="url(#sign)"/>`;
  }
  if (mood === 'paused')
    return `<path d="M10 8.6v6M13.4 8.6v6" stroke="${paused}" stroke-width="1.9" stroke-linecap="round"/>`;
  if (mood !== 'syncing') return '';
  // Two arrows chasing each other look the same after half a turn, so four steps make it round.
  const arrow = `<path d="M8.3 11.2a3.4 3.4 0 0 1 5.7-2.1" fill="none" stroke="${arrows}" stroke-width="1.5" stroke-linecap="round"/><path d="M15.5 7.2v3.4h-3.4z" fill="${arrows}"/>`;
  return `<g transform="rotate(${(turn - 1) * 45} 11.6 11.6)">${arrow}<g transform="rotate(180 11.6 11.6)">${arrow}</g></g>`;
}

/** The program's icon as an SVG: the dashboard's, on a background with the margin that systems expect. */
export function appDrawing(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">',
    '<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1098ad"/><stop offset="1" stop-color="#0b5563"/></linearGradient></defs>',
    '<rect x="12" y="12" width="104" height="104" rx="24" fill="url(#ground)"/>',
    '<path d="M34 46h60M34 64h60M34 82h34" stroke="#fff" stroke-width="8" stroke-linecap="round"/>',
    '<circle cx="89" cy="82" r="9.5" fill="#ffd43b"/>',
    '</svg>',
  ].join('');
}
