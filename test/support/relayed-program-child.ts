/**
 * A program that is no more than pipes to a command which runs elsewhere:
 *
 *   node relayed-program-child.ts PORT
 *
 * What it reads goes there, and what comes from there it writes. It ends when the command has.
 */
import { connect } from 'node:net';

const command = connect({ port: Number(process.argv[2]), host: '127.0.0.1', allowHalfOpen: true });
process.stdin.pipe(command).pipe(process.stdout);
command.once('close', () => process.stdin.destroy());
