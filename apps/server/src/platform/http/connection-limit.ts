import type { Server } from 'node:http';
import type { Counter } from 'prom-client';
import { networkOf } from './failure-limit.ts';

export type ConnectionLimits = { most: number; mostPerNetwork: number };

/**
 * Bounds the open connections of the server and those of each network, an upgraded socket included. A connection beyond is closed unread.
 * Behind a trusted proxy every connection is the proxy's, which has to bound its own.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, hasProxy: boolean, dropped: Counter): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.most;
  server.on('drop', () => dropped.inc());
  if (hasProxy) return;
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (count >= limits.mostPerNetwork) {
      dropped.inc();
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
