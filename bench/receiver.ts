import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Somebody who answers every POST at once, in a thread of their own; asked, how many have come since. */
let count = 0;
let wanted = Number.POSITIVE_INFINITY;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end();
    count += 1;
    if (count === wanted) parentPort?.postMessage('all');
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
parentPort?.on('message', (next: number) => {
  count = 0;
  wanted = next;
});
