import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiService } from '../support/api-service.ts';
import { ensureBrowser, ensureCertutil, NO_CERTUTIL, openBrowser, SKIP_BROWSER } from '../support/browser.ts';
import { IS_SHIFTED, NEEDS_REAL_TIME } from '../support/shifted-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INSTALLATION_MS = 1_200_000;

let executablePath = '';
beforeAll(async () => {
  if (!SKIP_BROWSER) executablePath = await ensureBrowser();
}, INSTALLATION_MS);

describe.skipIf(SKIP_BROWSER)('a browser', () => {
  it('reads the API under each host name of this machine if it trusts the certificate authority of this machine', async ({
    skip,
  }) => {
    if (!(await ensureCertutil())) skip(NO_CERTUTIL);
    if (IS_SHIFTED) skip(NEEDS_REAL_TIME);
    const service = await apiService();
    service.show({ categories: ['Groceries', 'Rent'] });
    const authority = join(temporaryFolder(), 'ca.pem');
    writeFileSync(authority, service.ca);
    const browser = await open({ executablePath, home: temporaryFolder(), authority });
    await browser.setExtraHTTPHeaders({ authorization: `Bearer ${service.token(['read'])}` });
    for (const host of ['127.0.0.1', 'localhost']) {
      const page = await browser.newPage();
      const answer = await page.goto(`${service.url.replace('127.0.0.1', host)}/api/v2/categories`);
      expect(answer?.status()).toBe(200);
      expect(await answer?.json()).toEqual({ categories: ['Groceries', 'Rent'] });
    }
  });

  it('rejects the certificate and gets no answer if it does not trust the local authority', async () => {
    const service = await apiService();
    const browser = await open({ executablePath, home: temporaryFolder() });
    const page = await browser.newPage();
    await expect(page.goto(`${service.url}/api/v2/categories`)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  });
});

async function open(options: Parameters<typeof openBrowser>[0]): Promise<BrowserContext> {
  const browser = await openBrowser(options);
  onTestFinished(() => browser.close());
  return browser;
}
