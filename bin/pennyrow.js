#!/usr/bin/env node
// Old syntax and no imports, so that any Node can run this file and report that it is too old.
// better-sqlite3 needs Node-API 10; without it, the process would exit silently.
var node = process.versions.node.split('.').map(Number);
var recent = node[0] > 22 || (node[0] === 22 && node[1] >= 18);

if (recent && Number(process.versions.napi) >= 10) {
  void import('./start.js');
} else if (node[0] >= 16) {
  void import('./own-node.js').then(function (own) {
    if (!own.startOnOwnNode()) refuse();
  });
} else {
  refuse();
}

function refuse() {
  process.stderr.write(
    'Pennyrow needs Node 22.18 or newer, and this is Node ' +
      process.versions.node +
      '. Install a newer one from nodejs.org; in a checkout, `npx pennyrow` and the npm scripts use the right one.\n',
  );
  process.exitCode = 1;
}
