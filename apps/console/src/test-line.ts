import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { liveClient } from './lib/live.ts';
import { setToken } from './lib/session.ts';

type Frame = { type: string; id?: string; data?: unknown };

/** Opens the agents' socket towards a server that is the test: what the console sends it, and what it tells the console. */
export function openLine() {
  const addresses: string[] = [];
  const sent: Frame[] = [];
  let socket = new EventTarget();
  const receive = (event: object) => act(() => void socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) })));
  class StubSocket extends EventTarget {
    constructor(address: string) {
      super();
      addresses.push(address);
      socket = this;
    }
    send(text: string) {
      const frame = JSON.parse(text) as Frame;
      sent.push(frame);
      if (frame.id) receive({ type: 'reply', data: { id: frame.id, status: true, code: '100', message: '', data: null } });
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', StubSocket);
  setToken('token');
  liveClient.connect();
  return {
    addresses,
    sent,
    receive,
    /** The line stands, and the token is taken: it is this user's. */
    accept: (uId?: string) => {
      act(() => void socket.dispatchEvent(new Event('open')));
      receive({ type: 'authenticated', data: { uId } });
    },
    lose: () => act(() => void socket.dispatchEvent(new CloseEvent('close', { code: 1006 }))),
  };
}
