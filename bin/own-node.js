// `pennyrow.js` uses this if Node is too old. On supported systems, npm has then installed a newer Node with the package.
// `npx` uses that Node without help, but a globally installed command is started with the machine's Node.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Starts the same command on the Node that npm installed beside Pennyrow. False if there is none. */
export function startOnOwnNode() {
  const node = findOwnNode();
  if (node === null) return false;
  const program = fileURLToPath(new URL('pennyrow.js', import.meta.url));
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ignores Ctrl-C, which the terminal also sends to the child. Forwards other signals, so that the child stops cleanly.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    process.stderr.write(`Pennyrow could not start ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('close', (code, signal) => {
    if (signal === null) process.exitCode = code;
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
  return true;
}

function findOwnNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}/bin/node${isWindows ? '.exe' : ''}`;
  const own = createRequire(import.meta.url);
  const second = `${own('../package.json').name}-node/package.json`;
  // The published package has Node through its second package; a checkout depends on Node directly.
  return resolve(createRequire(resolve(own, second) ?? import.meta.url), name);
}

function resolve(require, name) {
  try {
    return require.resolve(name);
  } catch {
    return null;
  }
}
