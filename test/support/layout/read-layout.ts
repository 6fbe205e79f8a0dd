import type { Layout, Overlap, Seen } from './layout.ts';

// Code that runs in the page. Each function must be self-contained: its text is sent to the page, without the rest of this
// file.

/** The parts of the DOM that are used here, since tests are compiled without DOM types. */
interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Style extends Record<string, string> {}
interface PageNode {
  readonly nodeType: number;
  readonly data: string;
}
interface PageElement extends PageNode {
  readonly tagName: string;
  readonly childNodes: Iterable<PageNode>;
  readonly children: Iterable<PageElement>;
  readonly parentElement: PageElement | null;
  readonly textContent: string;
  readonly labels?: Iterable<PageElement>;
  readonly value?: string;
  readonly checked?: boolean;
  readonly type?: string;
  readonly selectedOptions?: Iterable<PageElement>;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Rect;
  contains(other: PageNode | null): boolean;
}
interface PageGlobals {
  readonly document: {
    readonly body: PageElement;
    elementFromPoint(x: number, y: number): PageElement | null;
    createRange(): { selectNodeContents(node: PageNode): void; getClientRects(): Iterable<Rect> };
    createTreeWalker(root: PageElement, what: number): { nextNode(): { data: string } | null };
  };
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly OffscreenCanvas: new (width: number, height: number) => { getContext(kind: '2d', options: object): Canvas };
  getComputedStyle(element: PageElement): Style;
}
interface Canvas {
  fillStyle: string;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: readonly number[] };
}

/** Texts that differ in each run, with the placeholders that replace them in snapshots. */
export type Passing = readonly (readonly [text: string, placeholder: string])[];

/** Everything visible in the window, in document order. */
export function readLayout(passing: Passing): Layout {
  const { document, innerWidth, innerHeight, OffscreenCanvas, getComputedStyle } = globalThis as unknown as PageGlobals;
  const [ELEMENT, TEXT, LONG_NAME, LONG_TEXT, SMALLEST, PICTURE] = [1, 3, 70, 240, 2, 40];
  const CONTROLS = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY', 'PROGRESS', 'IMG']);
  const ROLES = new Set([
    'button',
    'link',
    'checkbox',
    'switch',
    'tab',
    'combobox',
    'textbox',
    'dialog',
    'alert',
    'table',
    'progressbar',
    'radio',
    'option',
    'slider',
  ]);
  const SHAPES = new Set(['rect', 'circle', 'line', 'path', 'polyline', 'polygon']);
  const seen: Seen[] = [];
  const texts: { readonly node: PageElement; readonly what: string; readonly lines: readonly Rect[] }[] = [];
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

  type Color = readonly [number, number, number, number];
  const cache = new Map<string, Color>();
  function color(text: string): Color {
    const before = cache.get(text);
    if (before !== undefined) return before;
    canvas.fillStyle = 'rgba(0, 0, 0, 0)';
    canvas.fillStyle = text;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const made = [red, green, blue, alpha / 255] as const;
    cache.set(text, made);
    return made;
  }
  const over = (top: Color, background: Color): Color => {
    const part = (place: 0 | 1 | 2): number => top[place] * top[3] + background[place] * (1 - top[3]);
    return [part(0), part(1), part(2), 1];
  };
  const hex = (shown: Color): string =>
    `#${shown
      .slice(0, 3)
      .map((part) => Math.round(part).toString(16).padStart(2, '0'))
      .join('')}`;
  const meet = (one: Rect, other: Rect): Rect => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const isVisible = ({ left, top, right, bottom }: Rect): boolean =>
    right - left >= SMALLEST && bottom - top >= SMALLEST;
  const box = (rect: Rect): Seen['box'] => [
    Math.round(rect.left),
    Math.round(rect.top),
    Math.round(rect.right) - Math.round(rect.left),
    Math.round(rect.bottom) - Math.round(rect.top),
  ];
  const standing = (text: string): string =>
    passing.reduce((was, [passes, standsFor]) => was.replaceAll(passes, standsFor), text);
  const quoted = (text: string, most = LONG_NAME): string =>
    text.trim() === '' ? '' : ` "${text.trim().replaceAll(/\s+/gu, ' ').slice(0, most)}"`;

  /** An approximation of the name that a screen reader announces. */
  function nameOf(element: PageElement): string {
    const label =
      element.getAttribute('aria-label') ?? [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    if (label.trim() !== '') return label;
    return element.textContent.trim() === ''
      ? (element.getAttribute('placeholder') ?? element.getAttribute('alt') ?? '')
      : element.textContent;
  }

  /** The content of a field, or its checked state. */
  function valueOf({ tagName, type, value = '', checked = false, selectedOptions = [] }: PageElement): string {
    if (tagName === 'SELECT')
      return ` =${quoted([...selectedOptions].map(({ textContent }) => textContent).join(', '))}`;
    if (tagName !== 'INPUT' && tagName !== 'TEXTAREA') return '';
    return type === 'checkbox' || type === 'radio' ? ` = ${checked ? 'on' : 'off'}` : ` =${quoted(standing(value))}`;
  }

  function edgeOf(style: Style, background: Color): string {
    const side = ['Top', 'Right', 'Bottom', 'Left'].find(
      (name) =>
        style[`border${name}Style`] !== 'none' &&
        Number.parseFloat(style[`border${name}Width`] ?? '') > 0 &&
        color(style[`border${name}Color`] ?? '')[3] > 0,
    );
    return side === undefined ? '' : ` edge ${hex(over(color(style[`border${side}Color`] ?? ''), background))}`;
  }

  /** The color of the first painted line or shape of an SVG drawing. */
  function paintOf(drawing: PageElement, background: Color): string {
    const style = getComputedStyle(drawing);
    const isShape = SHAPES.has(drawing.tagName.toLowerCase());
    const paint = isShape
      ? [style['fill'], style['stroke']].find((each) => each !== undefined && each !== 'none')
      : undefined;
    if (paint !== undefined) return hex(over(color(paint), background));
    return [...drawing.children].map((child) => paintOf(child, background)).find((each) => each !== '') ?? '';
  }

  function lookAt(element: PageElement, clip: Rect, below: Color, faintness: number): void {
    const style = getComputedStyle(element);
    const opacity = faintness * Number(style['opacity']);
    const rect = meet(element.getBoundingClientRect(), clip);
    if (style['display'] === 'none' || opacity === 0) return;
    const isHidden = style['visibility'] !== 'visible';
    const fill = color(style['backgroundColor'] ?? '');
    const background = isHidden ? below : over(fill, below);
    const faint = opacity < 1 ? `, faint ${opacity.toFixed(2)}` : '';
    const role = element.getAttribute('role') ?? '';
    const kind = ROLES.has(role) ? role : element.tagName.toLowerCase();
    const edge = edgeOf(style, background);
    if (!isHidden && isVisible(rect)) {
      const isControl = CONTROLS.has(element.tagName) || ROLES.has(role);
      if (isControl || fill[3] > 0 || edge !== '' || style['boxShadow'] !== 'none') {
        const shadow = style['boxShadow'] === 'none' ? '' : ' shadow';
        const isTyped = kind === 'input' || kind === 'select' || kind === 'textarea';
        seen.push({
          what: isControl ? `${kind}${quoted(nameOf(element))}${valueOf(element)}` : 'box',
          box: box(rect),
          font: isTyped ? fontOf(style) : '',
          colors: [`on ${hex(background)}${edge}${shadow}${faint}`],
        });
      }
      if (kind === 'svg' && rect.right - rect.left < PICTURE) {
        seen.push({
          what: 'icon',
          box: box(rect),
          font: '',
          colors: [`${paintOf(element, background)} on ${hex(background)}${faint}`],
        });
        return;
      }
      if (SHAPES.has(kind)) {
        seen.push({
          what: 'shape',
          box: box(rect),
          font: '',
          colors: [`${paintOf(element, background)} on ${hex(background)}${faint}`],
        });
      }
    }
    const inner =
      style['overflowX'] === 'visible' && style['overflowY'] === 'visible' && style['clipPath'] === 'none'
        ? clip
        : rect;
    const lines: Rect[] = [];
    let words = '';
    for (const node of element.childNodes) {
      if (node.nodeType !== TEXT || node.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      words += ` ${node.data}`;
      lines.push(...[...range.getClientRects()].map((line) => meet(line, inner)).filter(isVisible));
    }
    if (lines.length > 0 && !isHidden) {
      const what = `${/^h\d$/u.test(kind) ? kind : 'text'}${quoted(words, LONG_TEXT)}`;
      const around = {
        left: Math.min(...lines.map(({ left }) => left)),
        top: Math.min(...lines.map(({ top }) => top)),
        right: Math.max(...lines.map(({ right }) => right)),
        bottom: Math.max(...lines.map(({ bottom }) => bottom)),
      };
      seen.push({
        what,
        box: box(around),
        font: fontOf(style),
        colors: [`${hex(over(color(style['color'] ?? ''), background))} on ${hex(background)}${faint}`],
      });
      texts.push({ node: element, what, lines });
    }
    for (const child of element.children) if (child.nodeType === ELEMENT) lookAt(child, inner, background, opacity);
  }

  function fontOf(style: Style): string {
    const extra = [
      style['fontStyle'] === 'normal' ? '' : style['fontStyle'],
      (style['textDecorationLine'] ?? 'none') === 'none' ? '' : style['textDecorationLine'],
      style['textTransform'] === 'none' ? '' : style['textTransform'],
    ];
    return [
      `${Number.parseFloat(style['fontSize'] ?? '0')}px`,
      style['fontWeight'],
      ...extra.filter((word) => word !== ''),
    ].join(' ');
  }

  /** Overlapping texts, except where one of them is hidden behind another element. */
  function findOverlaps(): Overlap[] {
    const TOUCH = 3;
    const all = texts.flatMap(({ node, what, lines }) => lines.map((line) => ({ node, what, line })));
    return all.flatMap((one, place) =>
      all.slice(place + 1).flatMap((other) => {
        const shared = meet(one.line, other.line);
        if (one.node === other.node || shared.right - shared.left < TOUCH || shared.bottom - shared.top < TOUCH)
          return [];
        const top = document.elementFromPoint((shared.left + shared.right) / 2, (shared.top + shared.bottom) / 2);
        return top !== null && isSeenThrough(top, one.node) && isSeenThrough(top, other.node)
          ? [{ one: one.what, other: other.what }]
          : [];
      }),
    );
  }

  /** True if `top` and its ancestors are transparent, up to the one that also contains the text in `node`. */
  function isSeenThrough(top: PageElement, node: PageElement): boolean {
    for (let above: PageElement | null = top; above !== null && !above.contains(node); above = above.parentElement) {
      if (color(getComputedStyle(above)['backgroundColor'] ?? '')[3] > 0.5) return false;
    }
    return true;
  }

  lookAt(document.body, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, [255, 255, 255, 1], 1);
  return { seen, overlaps: findOverlaps() };
}

/** Replaces texts that differ in each run with their placeholders. The page keeps the placeholders. */
export function showPlaceholders(passing: Passing): void {
  const { document } = globalThis as unknown as PageGlobals;
  const TEXTS = 4;
  const walker = document.createTreeWalker(document.body, TEXTS);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = passing.reduce((was, [passes, standsFor]) => was.replaceAll(passes, standsFor), node.data);
    if (text !== node.data) node.data = text;
  }
}
