import { expect, test } from 'vitest';
import { packedCalls } from '../packages/client/src/calls.gen.ts';
import { packCalls, unpackCalls } from '../packages/client/src/calls.ts';
import { ownCalls, toCalls } from './calls.ts';

test('the client knows every call as the contract has it; npm run calls writes it anew', () => {
  expect(packedCalls).toBe(packCalls(toCalls(ownCalls)));
  expect(unpackCalls(packedCalls)).toEqual(toCalls(ownCalls));
});
