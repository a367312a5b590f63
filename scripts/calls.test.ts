import { expect, test } from 'vitest';
import { calls as first } from '../packages/client/src/calls.first.gen.ts';
import { calls as rest } from '../packages/client/src/calls.rest.gen.ts';
import { ownCalls, splitCalls, toCalls } from './calls.ts';

test('the client knows every call as the contract has it; npm run calls writes it anew', () => {
  expect({ first, rest }).toEqual(splitCalls(toCalls(ownCalls)));
  expect(Object.keys({ ...first, ...rest }).toSorted()).toEqual(Object.keys(ownCalls).toSorted());
});
