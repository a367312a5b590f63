import type { ToolContent } from '@parley/contract';
import { expect, test } from 'vitest';
import { readState } from '../dialogue/dialogue.state.ts';
import { readArguments, staysInPlace } from './tool.rules.ts';

const field = { name: 'note', type: 'string', description: '', isRequired: true, options: [], attributeId: '' };
const tool = { kind: 'service', fields: [field], service: { integrationId: '', method: 'POST', path: '/notes' } } as unknown as ToolContent;
const hidden = [0x00, 0x09, 0x7f, 0xad, 0x61c, 0x200b, 0x202e, 0x2066, 0x3164, 0xfeff, 0xe0000, 0xe0041, 0xe007f];

test.each(hidden.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'the sign %s, which nobody sees, is refused',
  (_code, sign) => {
    expect(readArguments(tool, JSON.stringify({ note: `A${sign}17` }))).toEqual({ fault: '"note" has characters that nobody can see.' });
  },
);

test.each(['A/17\nनमस्ते', 'क्‍ष 👨‍👩‍👧', '50 %', '..'])('the text %j outside of a path is taken as it is', (note) => {
  expect(readArguments(tool, JSON.stringify({ note }))).toEqual({ values: { note } });
});

test.each(['', '.', '..', ' .. ', 'a/b', '/', '..\\a', 'a%2Fb', '%2e%2e'])('the value %j leaves its place of a path', (value) => {
  expect(staysInPlace(value)).toBe(false);
});

test.each(['A-17', 'a.b', '...', 'ü', 7, 0.5, false, '+919833000001'])('the value %j stays in its place of a path', (value) => {
  expect(staysInPlace(value)).toBe(true);
});

test.each([
  [{}, false],
  [{ history: [{ role: 'user', content: 'Hello' }] }, true],
  [{ history: [{ role: 'user', content: 'Hello' }], hasRead: false }, false],
])('the state %j says whether words from outside were read', (stored, hasRead) => {
  expect(readState(stored).hasRead).toBe(hasRead);
});
