import { EventEmitter } from 'node:events';
import type { BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import type { FramePart, PagePart } from '../../../src/desktop/electron-parts.ts';
import { fromBrowser, toBrowser } from './addresses.ts';
import type { IpcDouble } from './ipc-main.ts';
import { listening, preventable } from './listening.ts';
import { PreloadLine } from './preload-line.ts';
import type { SessionDouble } from './session.ts';

/** The permissions of a page: Electron's name and the browser's. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['midi', 'midi'],
] as const;

export interface PageDoubleOptions {
  readonly context: BrowserContext;
  readonly session: SessionDouble;
  readonly ipc: IpcDouble;
  readonly preload: string | undefined;
  readonly id: number;
}

/** A page of Chromium instead of Electron's: its preload in a separate world, its messages by the browser's protocol. */
export class PageDouble {
  readonly events = new EventEmitter();
  /** The browser's page, once it exists; another one after the page crashed and was reloaded. */
  opened: Promise<Page>;
  readonly part: PagePart;
  readonly #options: PageDoubleOptions;
  readonly #line: PreloadLine;
  readonly #frame = { url: '', frameTreeNodeId: 1, processId: 1 };
  #protocol: CDPSession | null = null;
  #openWindow: Parameters<PagePart['setWindowOpenHandler']>[0] | null = null;
  #isOwnMove = false;
  #isDestroyed = false;
  #isBroken = false;
  #page: Page | null = null;

  constructor(options: PageDoubleOptions) {
    this.#options = options;
    const frame = this.#frame;
    const alive =
      <Values extends unknown[], Result>(work: (...values: Values) => Result) =>
      (...values: Values): Result => {
        if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
        return work(...values);
      };
    this.part = {
      ...listening<PagePart>(this.events),
      id: options.id,
      mainFrame: frame satisfies FramePart,
      getURL: alive(() => frame.url),
      invalidate: alive(() => undefined),
      isDestroyed: () => this.#isDestroyed,
      close: alive((how?: { waitForBeforeUnload: boolean }) => void this.#close(how?.waitForBeforeUnload === true)),
      reload: alive(() => void this.#reload()),
      send: alive((channel: string, ...values: unknown[]) => this.#line.deliver(channel, values)),
      setWindowOpenHandler: alive((handler) => {
        this.#openWindow = handler;
      }),
    };
    this.#line = new PreloadLine({
      ipc: options.ipc,
      preload: options.preload,
      // Read now: a frame that navigates while the message is answered was still this one when it sent the message.
      sender: () => (this.#isDestroyed ? null : { sender: this.part, senderFrame: { ...frame } }),
      onError: (thrown) => this.events.emit('preload-error', {}, options.preload, thrown),
    });
    this.opened = this.#open();
    this.opened.catch(() => undefined);
  }

  /** A navigation that the main process requests, which needs no permission. */
  async move(how: (page: Page) => Promise<unknown>): Promise<void> {
    const page = await this.opened;
    this.#isOwnMove = true;
    try {
      await how(page);
    } finally {
      this.#isOwnMove = false;
    }
  }

  /** As for a page whose process exited: afterwards the browser has another page, at the same address. */
  async #reload(): Promise<void> {
    if (!this.#isBroken) return this.move((page) => page.reload());
    const broken = await this.opened;
    const { url } = this.#frame;
    this.opened = this.#open();
    await this.opened;
    this.#isBroken = false;
    this.events.emit('double:opened-anew');
    // Not awaited: the browser may never report a page without a process.
    broken.close().catch(() => undefined);
    await this.permit(url);
    await this.move((page) => page.goto(toBrowser(url)));
  }

  /** If this is awaited, the page is asked first and may stay. */
  async #close(waits: boolean): Promise<void> {
    const page = await this.opened;
    await page.close({ runBeforeUnload: waits && !this.#isBroken });
    if (this.#isBroken && !this.#isDestroyed) {
      this.#isDestroyed = true;
      this.events.emit('destroyed');
    }
  }

  async permit(url: string): Promise<void> {
    for (const [permission, name] of PERMISSIONS) {
      const setting = (await this.#options.session.isPermitted(permission, url)) ? 'granted' : 'denied';
      await this.#protocol?.send('Browser.setPermission', {
        origin: new URL(toBrowser(url)).origin,
        permission: { name },
        setting,
      });
    }
  }

  destroy(): Promise<void> {
    if (this.#isDestroyed) return Promise.resolve();
    this.#isDestroyed = true;
    this.events.emit('destroyed');
    return this.opened.then(
      (page) => page.close(),
      () => undefined,
    );
  }

  async #open(): Promise<Page> {
    const { context } = this.#options;
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    this.#protocol = protocol;
    this.#page = page;
    // Order matters: a message of the new document must not be attributed to the old one.
    protocol.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      this.#line.forget();
      this.#frame.url = fromBrowser(`${frame.url}${frame.urlFragment ?? ''}`);
      this.events.emit('did-navigate', {}, this.#frame.url);
    });
    protocol.on('Page.navigatedWithinDocument', ({ url }) => {
      this.#frame.url = fromBrowser(url);
      this.events.emit('did-navigate-in-page', {}, this.#frame.url);
    });
    protocol.on('Page.windowOpen', ({ url }) => this.#onWindowOpen(url));
    await protocol.send('Page.enable');
    await protocol.send('Runtime.enable');
    await this.#line.open(protocol);
    await page.route('**/*', (route) => this.#route(route, page));
    page.on('crash', () => {
      this.#line.forget();
      this.#isBroken = true;
      this.events.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 });
    });
    page.on('close', () => {
      // Otherwise the app removed it, or another one has replaced it.
      if (this.#page !== page || this.#isDestroyed) return;
      this.#isDestroyed = true;
      this.events.emit('destroyed');
    });
    page.on('dialog', (dialog) => {
      const event = preventable();
      if (dialog.type() === 'beforeunload') this.events.emit('will-prevent-unload', event);
      void (event.defaultPrevented ? dialog.accept() : dialog.dismiss());
    });
    page.on('download', (download) => {
      const event = preventable();
      this.#options.session.events.emit(
        'will-download',
        event,
        {
          getURL: () => fromBrowser(download.url()),
          getFilename: () => download.suggestedFilename(),
          setSaveDialogOptions: () => undefined,
        },
        this.part,
      );
      // Electron asks before anything is written; for a small file the browser may have finished by then.
      this.#options.session.downloads.push({ url: fromBrowser(download.url()), isSaved: !event.defaultPrevented });
      if (event.defaultPrevented) void download.cancel();
    });
    return page;
  }

  async #route(route: Route, page: Page): Promise<void> {
    const request = route.request();
    const url = fromBrowser(request.url());
    if (request.isNavigationRequest() && !(request.frame() === page.mainFrame() && this.#isOwnMove)) {
      const isMainFrame = request.frame() === page.mainFrame();
      const event = preventable({ url, isMainFrame, isSameDocument: false });
      this.events.emit('will-frame-navigate', event);
      if (isMainFrame && !event.defaultPrevented) this.events.emit('will-navigate', event, url);
      if (event.defaultPrevented) return route.abort('aborted');
    }
    const { session } = this.#options;
    if (!(await session.isLetOut(url, request.resourceType()))) return route.abort('blockedbyclient');
    if (url === request.url()) return route.continue();
    const body = request.postDataBuffer();
    const forwarded = new Request(url, {
      method: request.method(),
      headers: request.headers(),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    });
    const response = await session.answer(forwarded);
    if (response === null) return route.abort('failed');
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  #onWindowOpen(url: string): void {
    // Electron opens it if no handler decides; here it is closed again, and the test is notified.
    const ask = this.#openWindow ?? (() => ({ action: 'allow' as const }));
    const { action } = ask({
      url: fromBrowser(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: this.#frame.url, policy: 'no-referrer' },
    });
    this.events.emit('double:window-asked-for', fromBrowser(url), action);
  }
}
