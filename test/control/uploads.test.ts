import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { UploadedFile } from '../../src/contract/control/statements.ts';
import { csvFixture } from '../support/csv-files.ts';
import { ask, type Answer } from '../support/running-service.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { signIn } from '../support/sign-in.ts';

const MB = 1024 * 1024;

async function send(
  service: ServiceInUse,
  name: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { origin } = new URL(service.url);
  const key = await signIn(service);
  return ask(service, `${origin}/dashboard/control/files/${encodeURIComponent(name)}`, {
    method: 'POST',
    body,
    headers: { Origin: origin, 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${key}`, ...headers },
  });
}

async function upload(service: ServiceInUse, name: string, body: string): Promise<UploadedFile> {
  const { status, body: text } = await send(service, name, body);
  expect(status).toBe(200);
  return (JSON.parse(text) as { readonly result: UploadedFile }).result;
}

const uploadsIn = (service: ServiceInUse): string[] => {
  const folder = join(service.folder, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a file uploaded by the dashboard', () => {
  test('is readable only by its owner until it is imported, and is then deleted', async () => {
    const service = await serviceInUse();
    const statement = csvFixture('preamble-semicolon.csv').bytes.toString('utf8');
    const { path, bytes, name } = await upload(service, 'januar.csv', statement);
    expect({ name, bytes, content: readFileSync(path, 'utf8') }).toEqual({
      name: 'januar.csv',
      bytes: Buffer.byteLength(statement),
      content: statement,
    });
    if (process.platform !== 'win32')
      expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    const { lines } = await service.client.call('run.preview', { accountId: service.accountId, paths: [path] });
    expect(existsSync(path)).toBe(true);
    expect(await service.import(path)).toMatchObject({ status: 'succeeded', counts: { added: lines.length } });
    expect(await service.rows()).toHaveLength(lines.length);
    await expect.poll(() => uploadsIn(service)).toEqual([]);
  });

  test('is kept for another attempt if the import failed, until the user discards it or the service restarts', async () => {
    const service = await serviceInUse();
    const letter = await upload(service, 'letter.txt', 'no statement');
    const given = await upload(service, 'letter.txt', 'no statement');
    expect(await service.import(letter.path, given.path)).toMatchObject({ status: 'failed' });
    await service.client.call('statement.discard', { paths: [given.path] });
    expect([existsSync(letter.path), existsSync(given.path)]).toEqual([true, false]);
    const again = await service.restart();
    expect(uploadsIn(again)).toEqual([]);
  });

  test.each(['letter.pdf', 'old.xls', 'notes.csv'])('has no effect if it is not a statement: %s', async (name) => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    const state = async () => [
      await client.call('service.status', {}),
      await client.call('connection.list', { accountId }),
      await client.call('workbook.get', { accountId }),
      await service.rows(),
    ];
    const before = await state();
    const { path } = await upload(service, name, 'a,b\n1,2\n');
    expect(await service.import(path)).toMatchObject({ status: 'failed' });
    expect(await state()).toEqual(before);
  });

  test('is deleted if it is not imported within half a day', async () => {
    const service = await serviceInUse();
    const { path } = await upload(service, 'a.ofx', 'a');
    service.time.pass(12 * 3_600_000);
    await upload(service, 'b.ofx', 'b');
    expect(existsSync(path)).toBe(false);
    await expect(
      service.client.call('statement.inspect', { accountId: service.accountId, path }),
    ).rejects.toMatchObject({
      code: 'input_upload_gone',
      message: expect.stringContaining('a.ofx'),
      remedy: 'Choose the file again.',
    });
  });

  test.each([
    ['../../outside.csv', 'outside.csv'],
    ['C:\\Users\\me\\bank.csv', 'bank.csv'],
    ['..\\..', 'statement'],
    ['a\u0000b\ncd.csv', 'a b cd.csv'],
    ['Ümsätze <März>.csv', 'Ümsätze _März_.csv'],
  ])('is stored only in its folder: a file named %j as %j', async (given, name) => {
    const service = await serviceInUse();
    const file = await upload(service, given, 'x');
    expect(file.name).toBe(name);
    expect(dirname(dirname(file.path))).toBe(join(service.folder, 'uploads'));
  });

  test('is rejected and deleted if it is larger than 64 MB, with a message that names an alternative', async () => {
    const service = await serviceInUse();
    const { status, body } = await send(service, 'huge.csv', 'x'.repeat(64 * MB + 1));
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      problem: {
        code: 'input_upload_too_large',
        message: 'huge.csv is larger than 64 MB.',
        remedy: expect.stringContaining('a folder that is watched'),
      },
    });
    expect(uploadsIn(service)).toEqual([]);
  });

  test.each([
    ['no key', { Authorization: '' }, 401],
    ['another origin', { Origin: 'https://evil.example' }, 403],
    ['no origin', { Origin: '' }, 403],
    ['a form', { 'Content-Type': 'multipart/form-data' }, 403],
    ['a plain form', { 'Content-Type': 'text/plain' }, 403],
  ])('is rejected with %s', async (_, headers, status) => {
    const service = await serviceInUse();
    expect((await send(service, 'a.ofx', 'a', headers as Record<string, string>)).status).toBe(status);
    expect(uploadsIn(service)).toEqual([]);
  });
});

test('discarding a path deletes only uploaded files', async () => {
  const service = await serviceInUse();
  const own = join(service.folder, 'mine', 'statement.ofx');
  mkdirSync(dirname(own));
  writeFileSync(own, 'mine');
  await service.client.call('statement.discard', { paths: [own, service.workbookPath] });
  expect([existsSync(own), existsSync(service.workbookPath)]).toEqual([true, true]);
});

test('a typed folder path is answered with the number of statement files, or with the folders that begin with it', async () => {
  const service = await serviceInUse();
  mkdirSync(join(service.folder, 'bank'));
  writeFileSync(join(service.folder, 'bank', 'january.ofx'), 'x');
  expect(await service.client.call('connection.lookAtFolder', { folder: join(service.folder, 'bank') })).toMatchObject({
    state: 'folder',
    statements: 1,
  });
  expect(await service.client.call('connection.lookAtFolder', { folder: join(service.folder, 'ban') })).toMatchObject({
    state: 'missing',
    folders: [join(service.folder, 'bank')],
  });
});
