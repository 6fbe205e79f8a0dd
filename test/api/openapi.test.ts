import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/v2/endpoints.ts';
import { apiService } from '../support/api-service.ts';
import { answerProblem } from '../support/openapi-check.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const require = createRequire(import.meta.url);
const run = promisify(execFile);

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Record<string, unknown>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
}

async function fetchDocument(headers: Record<string, string> = {}): Promise<Document> {
  const { call } = await apiService();
  const { status, body } = await call('GET', '/api/openapi.json', { headers });
  expect(status).toBe(200);
  return body as Document;
}

describe('GET /api/openapi.json', () => {
  it('is an OpenAPI 3.1 document that needs no token', async () => {
    expect((await fetchDocument()).openapi).toMatch(/^3\.1\./);
  });

  it('lists the address of the request as its server', async () => {
    expect((await fetchDocument({ host: 'LocalHost:9000' })).servers).toEqual([
      { url: 'https://localhost:9000', description: 'This service' },
    ]);
  });

  it('describes the seven endpoints of the specification and, separately, the additional ones', async () => {
    const { paths } = await fetchDocument();
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { tags }]) => ({ name: `${method.toUpperCase()} ${path}`, tags })),
    );
    const described = operations.filter(({ tags }) => !tags.includes('extension')).map(({ name }) => name);
    expect(described.sort()).toEqual(
      Object.values(endpoints)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    expect(described).toHaveLength(7);
    expect(operations.filter(({ tags }) => tags.includes('extension'))).toEqual([
      { name: 'GET /api/v2/balances', tags: ['extension'] },
    ]);
  });

  it.each([
    ['listTransactions', ['400', '401', '403']],
    ['listCategories', ['401', '403']],
    ['listRules', ['401', '403']],
    ['syncTransactions', ['401', '403', '429']],
    ['getSchedule', ['401', '403']],
    ['setSchedule', ['400', '401', '403']],
    ['removeSchedule', ['401', '403']],
  ])('documents the statuses that the specification has for %s: 200 and %j', async (operationId, statuses) => {
    const { paths } = await fetchDocument();
    const operation = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .find((each) => each.operationId === operationId);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', ...statuses]));
  });

  it('passes a standard linter without a warning, except for its local address', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await fetchDocument()));
    const redocly = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const { stdout } = await run(
      process.execPath,
      [redocly, 'lint', '--format=json', '--skip-rule=no-server-example.com', file],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    expect((JSON.parse(stdout) as { problems: unknown[] }).problems).toEqual([]);
  });
});

it('the check of answers against the OpenAPI document rejects a wrong answer', async () => {
  expect(await answerProblem('GET', '/api/v2/categories', 200, { categories: ['Rent'] })).toBeNull();
  expect(await answerProblem('GET', '/api/v2/categories', 200, { categories: [5] })).toContain('string');
  expect(await answerProblem('GET', '/api/v2/categories', 200, { categories: [], more: true })).not.toBeNull();
  expect(await answerProblem('GET', '/api/v2/categories', 418, { error: 'teapot' })).not.toBeNull();
  expect(await answerProblem('GET', '/api/v2/categories', 401, { error: 'x', detail: 'y' })).not.toBeNull();
});
