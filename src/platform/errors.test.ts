import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { smallDisk } from '../../test/support/small-disk.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { errorOf, toPennyrowError, type PennyrowError } from './errors.ts';

function readingProblem(path: string): PennyrowError {
  try {
    readFileSync(path);
  } catch (thrown) {
    return toPennyrowError(thrown);
  }
  throw new Error('it could be read');
}

test('the message of a system error includes the path of the file', { skip: process.platform === 'win32' }, () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  mkdirSync(path('folder'));
  writeFileSync(path('file'), '');
  symlinkSync(path('loop'), path('loop'));
  const codes = [
    ['nowhere', 'data_missing'],
    ['file/below', 'data_missing'],
    ['loop', 'data_missing'],
    ['n'.repeat(300), 'data_missing'],
    ['folder', 'data_not_a_file'],
  ] as const;
  for (const [name, code] of codes) {
    const problem = readingProblem(path(name));
    expect(problem).toMatchObject({ code });
    if (code === 'data_missing') expect(problem.message).toContain(path(name));
  }
});

test('toPennyrowError returns a PennyrowError unchanged, and puts an unknown error into `cause` instead of the message', () => {
  const own = errorOf({ code: 'run_unknown', message: 'There is no such run.', remedy: 'List them.' });
  expect(toPennyrowError(own)).toBe(own);
  const unknown = new TypeError('x is not a function');
  expect(toPennyrowError(unknown)).toMatchObject({ code: 'internal_error', cause: unknown });
  expect(toPennyrowError(unknown).message).not.toContain('x is');
});

/** Codes that file operations never return: they concern sockets, processes, signals and devices, or invalid calls. */
const NOT_ABOUT_FILES = `EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EALREADY EDESTADDRREQ EINPROGRESS EISCONN EMSGSIZE
  ENOPROTOOPT ENOTSOCK EPIPE EPROTONOSUPPORT EPROTOTYPE E2BIG ECHILD ENOEXEC ESRCH
  EIDRM ENODATA ENOMSG ENOSR ENOSTR EBADF EDOM EFAULT ERANGE ESPIPE`.split(/\s+/);
/** Codes of Linux and Windows that `constants.errno` may lack on another system. */
const ELSEWHERE = ['EHOSTDOWN', 'EDQUOT', 'ESTALE', 'UNKNOWN'];

describe('the error code of a file operation', () => {
  const codes = Object.keys(constants.errno).filter(
    (code) => !code.startsWith('WSA') && !NOT_ABOUT_FILES.includes(code),
  );

  test.each([...new Set([...codes, ...ELSEWHERE])])('%s becomes a message with a cause and a remedy', (code) => {
    const path = '/srv/bank/Money.xlsx';
    const error = toPennyrowError(Object.assign(new Error(code), { code, syscall: 'open', path }));
    expect(error.code).not.toBe('internal_error');
    expect(error.message).toContain(path);
    expect(error.remedy).not.toBe('');
  });

  test.each([
    ['ESTALE', { cause: 'gone' }],
    ['EHOSTDOWN', { cause: 'gone' }],
    ['ENOTCONN', { cause: 'gone' }],
    ['EXDEV', { cause: 'device' }],
    ['EBUSY', { cause: 'busy' }],
    ['EDQUOT', { cause: 'quota' }],
    ['ENAMETOOLONG', { cause: 'length' }],
  ])('%s has a specific message instead of the general one', (code, params) => {
    expect(toPennyrowError(Object.assign(new Error(code), { code, path: '/a' }))).toMatchObject({ params });
  });

  test('an error of fsync on an open file is recognized as a file error although it contains no path', () => {
    const error = Object.assign(new Error('ENOLCK'), { code: 'ENOLCK', syscall: 'fsync' });
    expect(toPennyrowError(error)).toMatchObject({ code: 'data_file_refused' });
  });

  test.each(['ECONNRESET', 'ETIMEDOUT', 'ECONNREFUSED'])('%s of a socket does not count as a file error', (code) => {
    const error = Object.assign(new Error(code), { code, syscall: 'connect', address: '127.0.0.1' });
    expect(toPennyrowError(error)).toMatchObject({ code: 'internal_error' });
  });
});

describe('SQLite errors that lack the error code of the system', () => {
  const errorFor = (code: string, path: string) => toPennyrowError(Object.assign(new Error(code), { code, path }));

  test('are reported as a full disk if no space is left', (context) => {
    const disk = smallDisk(context, 256);
    const path = join(disk.path, 'pennyrow.db');
    writeFileSync(path, '');
    disk.fill();
    for (const code of ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN'])
      expect(errorFor(code, path)).toMatchObject({ code: 'data_disk_full' });
  });

  test('are reported as a disk failure if the disk is writable', () => {
    const path = join(temporaryFolder(), 'pennyrow.db');
    for (const code of ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN', 'SQLITE_PROTOCOL'])
      expect(errorFor(code, path)).toMatchObject({ code: 'data_disk_fault' });
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test('are reported as a missing folder if the folder does not exist', () => {
    expect(errorFor('SQLITE_CANTOPEN', '/nowhere/pennyrow.db')).toMatchObject({ code: 'data_missing' });
  });
});
