import { expect, test } from 'vitest';
import { calls } from '../packages/client/src/calls.gen.ts';
import { ownCalls, toCalls } from './calls.ts';

test('the client knows every call as the contract has it; npm run calls writes it anew', () => {
  expect(calls).toEqual(toCalls(ownCalls));
});
