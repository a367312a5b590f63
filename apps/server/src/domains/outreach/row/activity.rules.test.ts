import { type ActivityState, type Approval, activityStates, approvals } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  afterMove,
  approvalBarOf,
  dueAtOf,
  isAllowed,
  isOverLimits,
  isSameAudience,
  type Move,
  moves,
  type Standing,
  sharesOf,
  waveSizeOf,
} from './activity.rules.ts';

const names = Object.keys(moves) as Move[];
const fresh: Standing = { approval: 'New', state: 0, isCompleted: false, hasRun: false };

/** Every standing that moves can lead to, with how. */
function reachable(): Map<string, Standing> {
  const found = new Map([[JSON.stringify(fresh), fresh]]);
  for (const standing of found.values())
    for (const name of names) {
      const next = afterMove(name, standing);
      if (next) found.set(JSON.stringify(next), next);
    }
  return found;
}

test('CAMP-002 CAMP-067 an iteration moves only as the states allow, whatever is done in whatever order', () => {
  expect(activityStates).toEqual({ created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 });
  const steps = new Set<string>();
  for (const standing of reachable().values())
    for (const name of names) {
      const next = afterMove(name, standing);
      if (next && next.state !== standing.state) steps.add(`${standing.state}${standing.isCompleted ? 'c' : ''}>${next.state}`);
      // Nothing leaves without an approval.
      if (next && [1, 2, 3, 4].includes(next.state)) expect([name, standing, next.approval]).toEqual([name, standing, 'Approved']);
    }
  expect([...steps].sort()).toEqual(['0>1', '0>2', '1>2', '1>4', '2>3', '2>4', '3>2', '3>4', '0>5', '4>5', '2c>5', '1>0'].sort());
});

test('CAMP-002 only the program takes a scheduled one back, and nobody moves a deleted or a completed one', () => {
  const scheduled: Standing = { approval: 'Approved', state: 1, isCompleted: false, hasRun: false };
  expect(names.filter((name) => afterMove(name, scheduled)?.state === 0)).toEqual(['fallBack']);
  expect(names.filter((name) => isAllowed(name, { approval: 'Approved', state: 5, isCompleted: false, hasRun: true }))).toEqual([]);
  const completed: Standing = { approval: 'Approved', state: 2, isCompleted: true, hasRun: true };
  expect(names.filter((name) => isAllowed(name, completed))).toEqual(['comment', 'clone', 'retry', 'sendAgain', 'label', 'delete']);
});

test('screens 3.4 one that waits for a choice goes on by the choice alone, or is stopped', () => {
  const waits = afterMove('askChoice', { approval: 'Approved', state: 2, isCompleted: false, hasRun: true }) as Standing;
  expect(names.filter((name) => (afterMove(name, waits)?.state ?? waits.state) !== waits.state)).toEqual(['choose', 'stop', 'end']);
  const paused: Standing = { ...waits, isChoosing: false };
  expect([isAllowed('choose', paused), isAllowed('resume', paused), afterMove('choose', waits)?.state]).toEqual([false, true, 2]);
});

test('CAMP-005 the approval goes its own way beside the state', () => {
  const steps = new Set<string>();
  for (const standing of reachable().values())
    for (const name of names) {
      const next = afterMove(name, standing);
      if (next && next.approval !== standing.approval) steps.add(`${standing.approval} ${name} ${next.approval}`);
    }
  const expected: [Approval, Move, Approval][] = [
    ['New', 'submit', 'Submitted'],
    ['Submitted', 'withdraw', 'New'],
    ['Submitted', 'edit', 'New'],
    ['Submitted', 'approve', 'Approved'],
    ['Submitted', 'reject', 'Rejected'],
    ['Submitted', 'fallBack', 'New'],
    ['Approved', 'edit', 'New'],
    ['Approved', 'fallBack', 'New'],
    ['Rejected', 'edit', 'New'],
  ];
  expect([...steps].sort()).toEqual(expected.map((step) => step.join(' ')).sort());
  expect(approvals).toEqual(['New', 'Submitted', 'Approved', 'Rejected']);
});

const work = {
  approval: 'Submitted' as const,
  lastEditedBy: 'u1',
  lastEditorEmail: 'maker@a.example',
  submittedBy: 'u2',
  submitterEmail: 'other@a.example',
};
test.each([
  ['somebody else', { userId: 'u3', email: 'checker@a.example', mayApprove: true }, ''],
  ['the last editor', { userId: 'u1', email: 'new@a.example', mayApprove: true }, 'last_editor'],
  [
    'a second account with the last editor’s mail in other case',
    { userId: 'u4', email: 'MAKER@A.example', mayApprove: true },
    'last_editor',
  ],
  ['who submitted it', { userId: 'u2', email: 'x@a.example', mayApprove: true }, 'submitter'],
  ['a second account of who submitted it', { userId: 'u5', email: 'Other@a.example', mayApprove: true }, 'submitter'],
  ['who lacks the right', { userId: 'u3', email: 'checker@a.example', mayApprove: false }, 'no_permission'],
])('CAMP-062 %s', (_who, person, bar) => {
  expect(approvalBarOf(person, work)).toBe(bar);
  expect(approvalBarOf({ ...person, mayApprove: true }, { ...work, approval: 'New' as never })).toBe('not_submitted');
});

const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
test.each([
  [{ approval: 'New', state: 0 }, null],
  [{ approval: 'Submitted', state: 0 }, at(5)],
  [{ approval: 'Approved', state: 0 }, null],
  [{ approval: 'Approved', state: 1 }, at(5)],
  [{ approval: 'Approved', state: 2 }, at(6)],
  [{ approval: 'Approved', state: 3, waveDueAt: null }, at(7)],
  [{ approval: 'Approved', state: 2, fallbackDueAt: at(1) }, at(6)],
  [{ approval: 'Approved', state: 2, waveDueAt: null, fallbackDueAt: at(1) }, at(1)],
  [{ approval: 'Approved', state: 4 }, null],
  [{ approval: 'Approved', state: 2, isCompleted: true }, null],
  [{ approval: 'Rejected', state: 0 }, at(90 * 24)],
] as [Partial<Parameters<typeof dueAtOf>[0]>, Date | null][])('%o is looked at when something is due', (standing, due) => {
  const all = { ...fresh, startsAt: at(5), endsAt: at(7), updatedAt: at(0), waveDueAt: at(6), fallbackDueAt: null, ...standing };
  expect(dueAtOf(all)).toEqual(due);
});

test('a first part is rounded up, and its limits are exceeded by more than they say', () => {
  expect([waveSizeOf(10, 5), waveSizeOf(10, 101), waveSizeOf(50, 3), waveSizeOf(1, 0)]).toEqual([1, 11, 2, 1]);
  expect([waveSizeOf(10, 10, 4), waveSizeOf(50, 10, 4)]).toEqual([4, 5]);
  const shares = sharesOf({ failed: 1, optedOut: 0, blocked: 2 }, 30);
  expect(shares).toEqual({ failed: 3.33, optedOut: 0, blocked: 6.67 });
  const limits = { failedPercent: 3, optedOutPercent: null, blockedPercent: null };
  expect([isOverLimits(shares, limits), isOverLimits(shares, { ...limits, failedPercent: 4 })]).toEqual([true, false]);
  expect(isOverLimits(shares, { failedPercent: null, optedOutPercent: 0, blockedPercent: null })).toBe(false);
  expect(
    isOverLimits(sharesOf({ failed: 0, optedOut: 0, blocked: 0 }, 0), { failedPercent: 0, optedOutPercent: 0, blockedPercent: 0 }),
  ).toBe(false);
});

test('two of a hundred more or less are the same audience, three are another', () => {
  expect([98, 102, 97, 103].map((now) => isSameAudience(100, now))).toEqual([true, true, false, false]);
  expect(([0, 1] as ActivityState[]).map((now) => isSameAudience(0, now))).toEqual([true, false]);
});
