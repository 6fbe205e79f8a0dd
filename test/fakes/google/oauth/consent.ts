/** The user's choice at the consent page. */
export type Decision =
  | { readonly kind: 'allow'; readonly pick: readonly string[] | null; readonly options: AllowOptions }
  | { readonly kind: 'deny' }
  | { readonly kind: 'close' };

/** Deviations from the normal behavior of Google or the browser. */
export interface AllowOptions {
  /** If false, Google sends no refresh token. The default is true. */
  readonly refreshToken?: boolean;
  /** Replaces the state in the redirect. */
  readonly state?: string;
  /** How often the browser opens the redirect address. */
  readonly redirects?: number;
}

/** The result of a visit to the consent page. */
export interface Visit {
  readonly status: number;
  /** The last page that the browser shows, as HTML or text. */
  readonly page: string;
  /** The address to which Google redirected the browser; null if it did not. */
  readonly redirect: URL | null;
}

/** The user's browser: opens an authorization address and makes the choice that the test set before. */
export class ConsentDouble {
  /** The address of the fake; empty until the server listens. */
  root = '';
  #decision: Decision = { kind: 'allow', pick: null, options: {} };

  /** Accepts and picks these spreadsheets. Without `pick`, picks the files that the application requested, if any. */
  allow({ pick = null, ...options }: { readonly pick?: readonly string[] | null } & AllowOptions = {}): void {
    this.#decision = { kind: 'allow', pick, options };
  }

  deny(): void {
    this.#decision = { kind: 'deny' };
  }

  /** Closes the window without a choice. */
  close(): void {
    this.#decision = { kind: 'close' };
  }

  get givesRefreshToken(): boolean {
    return this.#decision.kind !== 'allow' || this.#decision.options.refreshToken !== false;
  }

  /** Opens the address as a browser does, submits the page, and follows redirects. */
  async visit(url: string | URL): Promise<Visit> {
    const opened = await fetch(url, { redirect: 'manual' });
    const page = await opened.text();
    const redirect = opened.headers.get('location');
    if (redirect !== null) return this.#follow(new URL(redirect), {});
    if (opened.status !== 200 || this.#decision.kind === 'close')
      return { status: opened.status, page, redirect: null };
    const form = new URLSearchParams(hiddenFields(page));
    form.set('decision', this.#decision.kind);
    const options = this.#decision.kind === 'allow' ? this.#decision.options : {};
    if (this.#decision.kind === 'allow')
      for (const id of this.#decision.pick ?? namedFiles(form)) form.append('pick', id);
    const decided = await fetch(new URL('/o/oauth2/v2/auth/decision', this.root), {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    const location = decided.headers.get('location');
    if (location === null) return { status: decided.status, page: await decided.text(), redirect: null };
    await decided.body?.cancel();
    return this.#follow(new URL(location), options);
  }

  async #follow(redirect: URL, { state, redirects = 1 }: AllowOptions): Promise<Visit> {
    if (state !== undefined) redirect.searchParams.set('state', state);
    let visit: Visit = { status: 0, page: '', redirect };
    for (let time = 0; time < redirects; time += 1) {
      const response = await fetch(redirect);
      visit = { status: response.status, page: await response.text(), redirect };
    }
    return visit;
  }
}

function namedFiles(form: URLSearchParams): string[] {
  return (form.get('file_ids') ?? '').split(',').filter((id) => id !== '');
}

function hiddenFields(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']) => [unescaped(name), unescaped(value)],
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
