import { expect, onTestFinished, test, vi } from 'vitest';
import { liveClient } from './live.ts';
import { setToken } from './session.ts';

test("RT-001 RT-044 the socket goes to the page's own address with the scheme ws and the path /actions", () => {
  const addresses: string[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor(address: string) {
        super();
        addresses.push(address);
      }
      close() {}
    },
  );
  onTestFinished(() => {
    liveClient.close();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  setToken('token');
  liveClient.connect();
  expect(addresses).toEqual([`ws://${location.host}/actions`]);
});
