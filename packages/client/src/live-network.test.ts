import { afterEach, expect, test, vi } from 'vitest';
import { createLive, type LiveState } from './live.ts';

/** A socket that never speaks by itself; the test opens it. */
class SilentSocket extends EventTarget {
  closed = false;
  close() {
    this.closed = true;
  }
  send() {}
}

afterEach(() => vi.unstubAllGlobals());

function start() {
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  const sockets: SilentSocket[] = [];
  const states: LiveState['kind'][] = [];
  const client = createLive({
    url: 'ws://host/actions',
    getToken: () => 'token',
    onInvalidToken: () => {},
    createSocket: () => {
      const socket = new SilentSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  client.onState(({ kind }) => states.push(kind));
  return { client, sockets, states, tell: (name: 'offline' | 'online') => network.dispatchEvent(new Event(name)) };
}

test('the line is given up when the browser goes offline, and opened again the moment it is back', () => {
  const { client, sockets, states, tell } = start();
  client.connect();
  tell('offline');
  expect(sockets[0]?.closed).toBe(true);
  expect(states).toEqual(['connecting', 'lost']);
  tell('online');
  expect(sockets).toHaveLength(2);
  expect(states).toEqual(['connecting', 'lost', 'connecting']);
  client.close();
});

test('RT-011 a line that was closed for good stays closed when the network comes back', () => {
  const { client, sockets, tell } = start();
  client.connect();
  client.close();
  tell('offline');
  tell('online');
  expect(sockets).toHaveLength(1);
  expect(client.state()).toEqual({ kind: 'closed' });
});
