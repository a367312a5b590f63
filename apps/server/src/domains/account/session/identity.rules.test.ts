import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice, lockedMessage, safeRoutePath } from './identity.rules.ts';

test('AUTH-087 routePath leads to a path of the console and nowhere else', () => {
  expect(safeRoutePath('/chat/conversation?tab=new')).toBe('/chat/conversation?tab=new');
  for (const path of ['', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'chat']) {
    expect(safeRoutePath(path)).toBe('');
  }
  fc.assert(
    fc.property(fc.string(), (path) => {
      const safe = safeRoutePath(path);
      expect(new URL(safe || '/', 'https://console.example').host).toBe('console.example');
    }),
  );
});

test('a device is named by its browser and system', () => {
  expect(describeDevice('Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0')).toBe('Firefox on Linux');
  expect(describeDevice('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0')).toBe('Edge on Windows');
  expect(describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe('Safari on iOS');
  expect(describeDevice('')).toBe('Unknown device');
});

test('the time to wait is told in whole minutes, never none', () => {
  expect(lockedMessage(1)).toBe('Too many failed attempts. Please try again in 1 minute.');
  expect(lockedMessage(61)).toBe('Too many failed attempts. Please try again in 2 minutes.');
  expect(lockedMessage(900)).toBe('Too many failed attempts. Please try again in 15 minutes.');
});
