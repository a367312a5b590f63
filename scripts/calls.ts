/**
 * Writes what the client needs of each call of the contract: `npm run calls`. With the contract itself the console's first page would load the
 * schemas of every screen.
 */
import { writeFileSync } from 'node:fs';
import { type Endpoint, endpoints } from '@parley/contract';
import type { Calls } from '../packages/client/src/calls.ts';

export const callsFile = 'packages/client/src/calls.gen.ts';

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

if (import.meta.main) writeFileSync(callsFile, written(toCalls(ownCalls)));
