import { expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { mayLeave } from '../../../lib/session.ts';
import { endCallBy, getCall, holdCall } from './call-store.ts';

test('a call ends before its agent signs out, and the next person at this browser has no part in it', async () => {
  setOwner({ eId: 'north', uId: 'asha' });
  holdCall({ chatId: 'chat', customerName: 'Kiran' });
  setOwner({ eId: 'north', uId: 'asha' });
  expect(getCall()).toEqual({ chatId: 'chat', customerName: 'Kiran' });
  const ended: string[] = [];
  const keep = endCallBy(async () => void ended.push('chat'));
  expect(await mayLeave()).toBe(true);
  expect(ended).toEqual(['chat']);
  keep();
  await mayLeave();
  expect(ended).toEqual(['chat']);
  setOwner({ eId: 'north', uId: 'ben' });
  expect(getCall()).toBeUndefined();
  setOwner(undefined);
});
