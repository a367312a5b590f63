/**
 * Writes what the client needs of each call of the contract: `npm run calls`. With the contract itself the console's first page would load the
 * schemas of every screen; with every call it would grow with each of them.
 */
import { writeFileSync } from 'node:fs';
import { type Endpoint, endpoints } from '@parley/contract';
import type { Calls } from '../packages/client/src/calls.ts';

const firstFile = 'packages/client/src/calls.first.gen.ts';
const restFile = 'packages/client/src/calls.rest.gen.ts';

/** Nouns whose calls are made before and while somebody signs in. The calls of all others arrive beside the first page. */
const firstNouns = ['account', 'users', 'invitations', 'twoFactor', 'sso', 'branding', 'files'];

export const toCalls = (nouns: Record<string, Record<string, Endpoint>>): Calls =>
  Object.fromEntries(
    Object.entries(nouns).map(([noun, calls]) => [
      noun,
      Object.fromEntries(
        Object.entries(calls).map(([name, { method, path, answer, wrap = 'data' }]) => [
          name,
          { method, path, answer: answer ? wrap : 'file' },
        ]),
      ),
    ]),
  );

/** The operator of the installation makes these calls, and no page does. */
export const { operator: _operator, ...ownCalls } = endpoints;

export function splitCalls(calls: Calls): { first: Calls; rest: Calls } {
  const pick = (isFirst: boolean): Calls =>
    Object.fromEntries(Object.entries(calls).filter(([noun]) => firstNouns.includes(noun) === isFirst));
  return { first: pick(true), rest: pick(false) };
}

/** Each noun and each call is a line, so that a change of one is a change of one line. */
const written = (calls: Calls): string =>
  [
    '// Written by `npm run calls` out of the contract.',
    "import type { Calls } from './calls.ts';",
    '',
    'export const calls: Calls = {',
    ...Object.entries(calls).flatMap(([noun, ofNoun]) => [
      `  ${noun}: {`,
      ...Object.entries(ofNoun).map(
        ([name, { method, path, answer }]) => `    ${name}: { method: '${method}', path: '${path}', answer: '${answer}' },`,
      ),
      '  },',
    ]),
    '};',
    '',
  ].join('\n');

if (import.meta.main) {
  const { first, rest } = splitCalls(toCalls(ownCalls));
  writeFileSync(firstFile, written(first));
  writeFileSync(restFile, written(rest));
}
