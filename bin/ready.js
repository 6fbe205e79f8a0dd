// `npm run build` runs this first: it checks that the packages are installed and Node is new enough. Old syntax for old Nodes.
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
