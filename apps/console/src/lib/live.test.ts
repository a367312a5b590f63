import { expect, test } from 'vitest';
import { openLine } from '../test-line.ts';

test("RT-001 RT-044 the socket goes to the page's own address with the scheme ws and the path /actions", () => {
  expect(openLine().addresses).toEqual([`ws://${location.host}/actions`]);
});
