import { expect, test } from 'vitest';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { checkMacro, fieldOfPath, newStep } from './macro-draft.ts';

const faultsOf = (inDays: string) =>
  checkMacro({ name: 'Later', letter: '', steps: [{ ...newStep('snooze'), how: 'at', inDays }] }, chatMacroWords.macro);

test('days of a snooze are a whole number up to a year', () => {
  for (const inDays of ['0', '7', ' 365 ']) expect([inDays, faultsOf(inDays)]).toEqual([inDays, {}]);
  for (const inDays of ['', '-1', '1.5', '366', '1e2', 'two'])
    expect([inDays, faultsOf(inDays)]).toEqual([inDays, { 'steps.0.inDays': 'Use a whole number of days from 0 to 365.' }]);
});

test('a fault that the server finds in a snooze stands at the field that was typed', () => {
  expect(['steps.0.seconds', 'steps.1.until.inDays', 'steps.1.until.minute', 'steps.1.until', 'name'].map(fieldOfPath)).toEqual([
    'steps.0.minutes',
    'steps.1.inDays',
    'steps.1.clock',
    'steps.1.inDays',
    'name',
  ]);
});
