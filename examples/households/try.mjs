// Runs this example on one machine without containers, and checks what README.md says. Needs Caddy, OpenSSL and a built checkout:
//   npm ci && npm run build && node examples/households/try.mjs
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const DOMAIN = 'households.test';
const HOUSEHOLDS = ['smith', 'lee'];
const PROGRAM = join(import.meta.dirname, '../../bin/pennyrow.js');
const folder = mkdtempSync(join(tmpdir(), 'pennyrow-households-'));
const certificates = join(folder, 'certificates');
const running = new Set();
let failures = 0;

try {
  await tryExample();
} finally {
  await Promise.all([...running].map(stop));
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? 'All checks passed.' : `${failures} checks failed.`);
process.exitCode = failures === 0 ? 0 : 1;

async function tryExample() {
  const ports = { smith: await freePort(), lee: await freePort(), proxy: await freePort() };
  const services = {};
  const tokens = {};
  for (const name of HOUSEHOLDS) {
    execFileSync(join(import.meta.dirname, 'make-certificates.sh'), [certificates, name], { stdio: 'ignore' });
    const dataFolder = join(folder, name);
    await pennyrow(dataFolder, 'connection', 'add', 'demo');
    await pennyrow(dataFolder, 'sync');
    tokens[name] = JSON.parse(await pennyrow(dataFolder, 'token', 'create', '--name', 'a script', '--json')).token;
    services[name] = await startService(dataFolder, ports[name]);
    cpSync(join(dataFolder, 'ca.pem'), join(certificates, `${name}-service.pem`));
  }
  startProxy(ports);
  const ask = (name, options = {}) =>
    request({ port: ports.proxy, name, token: tokens[name], certificate: name, ...options });

  for (const name of HOUSEHOLDS) {
    // Waits until Caddy has created the certificate for this name, which it does after its start.
    await until(async () => (await ask(name)).status !== null, `the proxy answers for ${name}`);
    const { status, body } = await ask(name);
    check(`${name} reads its transactions by its name`, status === 200 && Object.keys(body.transactions).length > 0);
  }
  check('a browser without a certificate is refused', (await ask('smith', { certificate: null })).status === null);
  check(
    'the certificate of another household is refused',
    (await ask('smith', { certificate: 'lee' })).status === null,
  );
  check('the token of another household is refused', (await ask('smith', { token: tokens.lee })).status === 401);
  check('a page of another site is refused', (await ask('smith', { origin: 'https://example.com' })).status === 403);
  const own = await ask('smith', { origin: `https://smith.${DOMAIN}` });
  check('a page of the own name is answered', own.status === 200);

  const rolling = await requestsDuring(
    () => ask('smith'),
    async () => {
      await stop(services.smith);
      services.smith = await startService(join(folder, 'smith'), ports.smith);
    },
  );
  check(
    `no request fails while a service restarts (status of ${rolling.length} requests: ${[...new Set(rolling)].join()})`,
    rolling.every((status) => status === 200),
  );

  const backup = join(folder, 'smith.backup');
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, 'a passphrase for this trial\n', { mode: 0o600 });
  await pennyrow(join(folder, 'smith'), 'backup', backup, '--passphrase-file', passphraseFile);
  const before = (await ask('smith')).body;
  await stop(services.smith);
  check('the other household is answered while a service is down', (await ask('lee')).status === 200);
  const otherMachine = join(folder, 'smith-on-another-machine');
  await pennyrow(otherMachine, 'restore-backup', backup, '--passphrase-file', passphraseFile);
  services.smith = await startService(otherMachine, ports.smith);
  const after = await ask('smith');
  check(
    'a restored backup has the same token, certificate and transactions',
    after.status === 200 && JSON.stringify(after.body) === JSON.stringify(before),
  );
}

function check(claim, holds) {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${claim}`);
  if (!holds) failures += 1;
}

async function pennyrow(dataFolder, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--data-dir', dataFolder, ...args]);
  return stdout;
}

async function startService(dataFolder, port) {
  const service = start(process.execPath, [PROGRAM, '--data-dir', dataFolder, 'serve'], {
    PENNYROW_PORT: String(port),
  });
  await until(() => isListening(port), `the service listens on port ${port}`);
  return service;
}

function startProxy(ports) {
  const environment = {
    DOMAIN,
    CERTIFICATES: certificates,
    HTTPS_PORT: String(ports.proxy),
    SMITH_PORT: String(ports.smith),
    LEE_PORT: String(ports.lee),
    // Caddy keeps its own certificate authority here.
    XDG_DATA_HOME: join(folder, 'caddy'),
  };
  start('caddy', ['run', '--config', join(import.meta.dirname, 'Caddyfile')], environment);
}

function start(program, args, environment) {
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: 'ignore' });
  running.add(child);
  return child;
}

async function stop(child) {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function until(condition, claim) {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await condition()) return;
    await sleep(100);
  }
  throw new Error(`Not after 30 seconds: ${claim}`);
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** The status is null if the connection was refused. */
async function request({ port, name, token, certificate, origin }) {
  const key = certificate === null ? {} : { key: pem(`${certificate}.key`), cert: pem(`${certificate}.pem`) };
  const root = join(folder, 'caddy/caddy/pki/authorities/local/root.crt');
  if (!existsSync(root)) return { status: null, body: null };
  const outgoing = https.get({
    host: 'localhost',
    port,
    path: '/api/v2/transactions',
    servername: `${name}.${DOMAIN}`,
    headers: {
      Host: `${name}.${DOMAIN}`,
      Authorization: `Bearer ${token}`,
      ...(origin === undefined ? {} : { Origin: origin }),
    },
    ca: readFileSync(root),
    agent: false,
    ...key,
  });
  try {
    const [response] = await once(outgoing, 'response');
    const text = (await response.toArray()).join('');
    return { status: response.statusCode, body: response.statusCode === 200 ? JSON.parse(text) : null };
  } catch {
    return { status: null, body: null };
  }
}

function pem(file) {
  return readFileSync(join(certificates, file));
}

/** Sends requests one after another until the work is done; returns their statuses. */
async function requestsDuring(ask, work) {
  const statuses = [];
  const progress = { isDone: false };
  const asking = (async () => {
    while (!progress.isDone) statuses.push((await ask()).status);
  })();
  await work();
  progress.isDone = true;
  await asking;
  return statuses;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
