import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isStorable, live } from '@parley/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Deps } from '../../deps.ts';
import type { Module, SocketHandler } from '../../module.ts';
import { callerAddress } from '../http/caller-address.ts';
import { networkOf } from '../http/failure-limit.ts';
import { FramedSocket } from './framed-socket.ts';

const maxFrameBytes = 64 * 1024;
const deadAfterMs = 2.5 * live.heartbeatMs; // a client beats every 30 s and may miss two

/** Upgrades on the modules' paths; everything else is refused before it costs anything. */
export function serveSockets(server: Server, deps: Deps, modules: readonly Module[]): { close: () => Promise<void> } {
  const handlers = new Map<string, SocketHandler>(modules.flatMap((module) => Object.entries(module.sockets?.(deps) ?? {})));
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const lastHeard = new WeakMap<WebSocket, number>();
  const enter = createSocketCounter();

  const refuse = (socket: Duplex, status: number) => {
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const handler = handlers.get(path.replace(/\/$/, ''));
    if (!handler) return refuse(socket, 404);
    if (!isReadable(request.url ?? '')) return refuse(socket, 400);
    const leave = enter(`${path} ${networkOf(callerAddress(request, deps.config.trustProxy))}`, handler.mostPerNetwork);
    if (!leave) return refuse(socket, 429);
    socket.once('close', leave);
    const status = await handler.admit(request);
    if (status) return refuse(socket, status);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      lastHeard.set(opened, Date.now());
      opened.on('message', () => lastHeard.set(opened, Date.now()));
      opened.on('error', () => opened.terminate());
      deps.metrics.connections.inc({ kind: path });
      opened.once('close', () => deps.metrics.connections.dec({ kind: path }));
      handler.open(new FramedSocket(opened, socket as Socket, deps), request);
    });
  }
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'socket refused');
      refuse(socket, 503);
    });
  });
  const reaper = setInterval(() => {
    const limit = Date.now() - deadAfterMs;
    for (const socket of sockets.clients) if ((lastHeard.get(socket) ?? 0) < limit) socket.terminate();
  }, live.heartbeatMs);
  reaper.unref();
  return {
    async close() {
      clearInterval(reaper);
      for (const socket of sockets.clients) socket.close(live.goingAwayClose, 'The server is stopping.');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate();
          resolve();
        }, 1000);
        sockets.close(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}

/** Tells whether the values in an address can be looked for: a key that no column can hold is nobody's, and asking would fail. */
function isReadable(address: string): boolean {
  const base = 'http://host';
  return URL.canParse(address, base) && isStorable([...new URL(address, base).searchParams]);
}

/** Counts those inside by name. @returns a function that ends the count of this one, or undefined when the limit is reached */
function createSocketCounter(): (name: string, most?: number) => (() => void) | undefined {
  const inside = new Map<string, number>();
  return (name, most = Number.POSITIVE_INFINITY) => {
    const count = inside.get(name) ?? 0;
    if (count >= most) return undefined;
    inside.set(name, count + 1);
    return () => {
      const left = (inside.get(name) ?? 1) - 1;
      if (left > 0) inside.set(name, left);
      else inside.delete(name);
    };
  };
}
