import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatStates, messageLimit } from './chat-kinds.ts';
import type { MacroFacts } from './macro-facts.ts';
import { lastMacroSteps } from './macro-kinds.ts';
import { previewMacro, snoozeEnd, stopOf } from './macro-preview.ts';
import type { MacroStep } from './macro-steps.ts';

const at = '2026-06-01T10:00:00.000Z';
const known: MacroFacts = {
  at,
  zone: 'Asia/Kolkata',
  state: chatStates.ongoing,
  isOwner: true,
  windowEndsAt: null,
  refusal: '',
  texts: [],
  has: [],
  labels: [
    { id: 'refund', name: 'Refund', isActive: true, isOffered: true },
    { id: 'old', name: 'Old', isActive: false, isOffered: false },
    { id: 'other', name: 'Other', isActive: true, isOffered: false },
  ],
  departments: [
    { id: 'sales', name: 'Sales', isServed: true },
    { id: 'empty', name: 'Empty', isServed: false },
  ],
  agents: [
    { id: 'ben', name: 'Ben', isHere: true, isSelf: false },
    { id: 'cara', name: 'Cara', isHere: false, isSelf: false },
    { id: 'me', name: 'Me', isHere: true, isSelf: true },
  ],
  tag: '',
  note: '',
  needsLabel: false,
  needsNote: false,
  missingFields: [],
};
const facts = (part: Partial<MacroFacts> = {}): MacroFacts => ({ ...known, ...part });
const reply: MacroStep = { kind: 'reply', text: 'Hello', textHi: '' };
const close: MacroStep = { kind: 'close', note: '', feedback: '' };
const add = (labelId: string): MacroStep => ({ kind: 'addLabel', labelId });
const remove = (labelId: string): MacroStep => ({ kind: 'removeLabel', labelId });
const snooze = (inDays: number, minute: number): MacroStep => ({ kind: 'snooze', seconds: null, until: { inDays, minute } });
const toAgent = (userId: string): MacroStep => ({ kind: 'transferToAgent', userId, note: 'x' });
const toDepartment = (departmentId: string): MacroStep => ({ kind: 'transferToDepartment', departmentId, note: 'x' });
const filled = (gap = '') => [{ step: 0, text: 'Hello Ravi', gap }];
const problemOf = (steps: MacroStep[], part: Partial<MacroFacts> = {}) => {
  const seen = previewMacro(steps, facts(part));
  const place = stopOf(seen);
  const why = seen[place]?.problem;
  return why ? [place, why.code, why.name] : undefined;
};

test.each<[string, MacroStep[], Partial<MacroFacts>, unknown]>([
  ['a retired label', [reply, add('old')], { texts: filled() }, [1, 'label_retired', 'Old']],
  ['a label that is gone', [add('gone')], {}, [0, 'label_gone', '']],
  ['a label of another department', [add('other')], {}, [0, 'label_elsewhere', 'Other']],
  ['a retired label that the chat has', [add('old')], { has: [{ id: 'old', name: 'Old' }] }, undefined],
  ['a label that is taken and is gone', [remove('gone')], {}, undefined],
  ['a department that is gone', [toDepartment('gone')], {}, [0, 'department_gone', '']],
  ['a department without agents', [toDepartment('empty')], {}, [0, 'department_empty', 'Empty']],
  ['an agent who left', [toAgent('gone')], {}, [0, 'agent_gone', '']],
  ['an agent who is Offline', [toAgent('cara')], {}, [0, 'agent_away', 'Cara']],
  ['oneself', [toAgent('me')], {}, [0, 'agent_self', 'Me']],
  ['a closed window', [reply], { texts: filled(), windowEndsAt: at }, [0, 'window_closed', '']],
  ['an open window', [reply], { texts: filled(), windowEndsAt: '2026-06-01T10:00:00.001Z' }, undefined],
  ['a customer who is blocked', [reply], { texts: filled(), refusal: 'BLOCKED' }, [0, 'refused', 'BLOCKED']],
  ['a filled text that is as long as it may be', [reply], { texts: [{ step: 0, text: 'x'.repeat(messageLimit), gap: '' }] }, undefined],
  [
    'a filled text that is too long',
    [reply],
    { texts: [{ step: 0, text: 'x'.repeat(messageLimit + 1), gap: '' }] },
    [0, 'too_long', String(messageLimit)],
  ],
  ['a value that is not known', [reply], { texts: filled('customer.name') }, [0, 'gap', 'customer.name']],
  ['a missing label', [close], { needsLabel: true }, [0, 'label_needed', '']],
  ['a label given before', [add('refund'), close], { needsLabel: true }, undefined],
  [
    'a label taken before',
    [remove('refund'), close],
    { needsLabel: true, has: [{ id: 'refund', name: 'Refund' }] },
    [1, 'label_needed', ''],
  ],
  ['words in place of a label', [close], { needsLabel: true, tag: 'refund' }, undefined],
  ['a missing note', [close], { needsNote: true }, [0, 'note_needed', '']],
  ['a note of the step', [{ ...close, note: 'Done' }], { needsNote: true }, undefined],
  ['a chat of somebody else', [close], { isOwner: false }, [0, 'not_owner', '']],
  ['a suspended chat', [snooze(1, 540)], { state: chatStates.suspended }, [0, 'snoozed', '2026-06-02T03:30:00.000Z']],
  ['a time of today that has passed', [snooze(0, 930)], {}, [0, 'snooze_past', '2026-06-01T10:00:00.000Z']],
  ['a time just within a year', [snooze(365, 930)], {}, undefined],
  ['a time beyond a year', [snooze(365, 931)], {}, [0, 'snooze_far', '2027-06-01T10:01:00.000Z']],
  ['a later time of today', [snooze(0, 931)], {}, undefined],
  ['an ended chat', [{ kind: 'priority', priority: 9 }], { state: chatStates.closed }, [0, 'ended', '']],
])('a macro with %s stops before its first step, or does not', (_what, steps, part, expected) => {
  expect(problemOf(steps, part)).toEqual(expected);
});

test.each([
  ['Europe/Berlin', 1, 540, '2026-03-28T08:00:00.000Z'],
  // The clocks go forward in the night before, and back in October.
  ['Europe/Berlin', 2, 540, '2026-03-29T07:00:00.000Z'],
  ['Asia/Kolkata', 1, 0, '2026-03-27T18:30:00.000Z'],
  ['America/St_Johns', 0, 1439, '2026-03-28T02:29:00.000Z'],
])('a snooze in %s by %i days until minute %i ends at the time on the wall', (zone, inDays, minute, expected) => {
  const step = { kind: 'snooze', seconds: null, until: { inDays, minute } } as const;
  expect(snoozeEnd(step, Date.parse('2026-03-27T12:00:00Z'), zone).toISOString()).toBe(expected);
});

const id = fc.constantFrom('refund', 'old', 'other', 'gone', 'sales', 'empty', 'ben', 'cara', 'me');
const anyStep: fc.Arbitrary<MacroStep> = fc.oneof(
  fc.constant(reply),
  fc.constant<MacroStep>({ kind: 'note', text: 'x' }),
  id.map(add),
  id.map(remove),
  fc.integer({ min: 0, max: 9 }).map((priority): MacroStep => ({ kind: 'priority', priority })),
  id.map(toAgent),
  id.map(toDepartment),
  fc
    .record({ inDays: fc.integer({ min: 0, max: 365 }), minute: fc.integer({ min: 0, max: 1439 }) })
    .map((until) => snooze(until.inDays, until.minute)),
  fc.constant(close),
);
const anyFacts: fc.Arbitrary<MacroFacts> = fc
  .record({
    state: fc.constantFrom(...Object.values(chatStates)),
    isOwner: fc.boolean(),
    windowEndsAt: fc.constantFrom(null, at, '2026-06-02T10:00:00.000Z'),
    has: fc.boolean().map((has) => (has ? [{ id: 'refund', name: 'Refund' }] : [])),
    tag: fc.constantFrom('', 'words'),
    note: fc.constantFrom('', 'note'),
    needsLabel: fc.boolean(),
    needsNote: fc.boolean(),
  })
  .map((part) => ({ ...known, ...part, texts: Array.from({ length: 12 }, (_, step) => ({ step, text: 'Hello', gap: '' })) }));

test('a preview changes nothing that it is given, says one line for each step, and the same each time', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), anyFacts, (steps, given) => {
      const before = JSON.stringify([steps, given]);
      const first = previewMacro(steps, given);
      expect(first.map(({ step }) => step)).toEqual(steps);
      expect(previewMacro(steps, given)).toEqual(first);
      expect(JSON.stringify([steps, given])).toBe(before);
    }),
  );
});

test('a step is judged by those before it alone; without an owner or in an ended chat nothing is handed on or closed', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 12 }), anyFacts, (steps, given) => {
      const whole = previewMacro(steps, given);
      for (const length of steps.keys()) expect(previewMacro(steps.slice(0, length), given)).toEqual(whole.slice(0, length));
      const isEnded = given.state === chatStates.closed || given.state === chatStates.missed;
      for (const { step, problem } of whole) {
        if (isEnded) expect(problem?.code).toBe('ended');
        else if (!given.isOwner && lastMacroSteps.includes(step.kind)) expect(problem?.code).toBe('not_owner');
      }
    }),
  );
});
