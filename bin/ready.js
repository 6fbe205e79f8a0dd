// `npm run build` runs this first, with any version of Node and of the packages. Old syntax, so that any Node can run it.
import { existsSync } from 'fs';

var node = process.versions.node.split('.').map(Number);

if (!existsSync(new URL('../node_modules/rolldown', import.meta.url))) {
  stop('The dependencies are not installed. Run `npm ci` in this folder, then try again.');
} else if (node[0] < 22 || (node[0] === 22 && node[1] < 18)) {
  stop(
    'Pennyrow is built with Node 22.18 or newer, and this is Node ' + process.versions.node + '. Install a newer one.',
  );
}

function stop(reason) {
  process.stderr.write(reason + '\n');
  process.exitCode = 1;
}
