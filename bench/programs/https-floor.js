// The minimal HTTPS server: node:https with one body in memory. Arguments: certificate, key, bytes of the body, and
// optionally a database to open first. In JavaScript, because stripping types would prolong the start.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [cert, key, size, database] = process.argv.slice(2);
const body = Buffer.alloc(Number(size), 'x');

if (database !== undefined) {
  const { default: Database } = await import('better-sqlite3');
  new Database(database).prepare('SELECT count(*) FROM sqlite_schema').get();
}

const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `https://127.0.0.1:${server.address().port}` }));
});
