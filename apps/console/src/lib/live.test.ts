import { expect, test } from 'vitest';
import { openLine } from '../test-line.ts';
import { liveClient } from './live.ts';
import { getToken, holdToken } from './session.ts';

test("RT-001 RT-044 the socket goes to the page's own address with the scheme ws and the path /actions", () => {
  expect(openLine().addresses).toEqual([`ws://${location.host}/actions`]);
});

test('AUTH-079 a session that is open for a second factor alone has no line, whose end would load the page anew and lose the token', () => {
  openLine().accept('u1');
  expect(liveClient.state().kind).toBe('open');
  holdToken();
  expect(liveClient.state().kind).toBe('closed');
  expect(getToken()).toBe('token');
});
