/**
 * A program that relays its standard input and output to a command in another process:
 *
 *   node relayed-program-child.ts PORT
 *
 * The socket on PORT connects to that command. This program exits when the command does.
 */
import { connect } from 'node:net';

const command = connect({ port: Number(process.argv[2]), host: '127.0.0.1', allowHalfOpen: true });
process.stdin.pipe(command).pipe(process.stdout);
command.once('close', () => process.stdin.destroy());
