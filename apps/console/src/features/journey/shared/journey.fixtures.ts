import type {
  JourneyFinding,
  JourneyItem,
  JourneyReplay,
  JourneyRule,
  JourneyTest,
  JourneyVersion,
  RehearsalDifference,
  RehearsalResult,
  z,
} from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';

export const at = '2026-03-05T10:30:00.000Z';

/** A stream as the server lists it: published, with changes since. */
export const makeJourney = (change: Partial<JourneyItem> = {}): JourneyItem => ({
  id: idOf(71),
  name: 'Appointment',
  description: 'Takes a day for an appointment.',
  folder: 'Front desk',
  state: 'PUBLISHED',
  pausedBy: null,
  version: 2,
  hasChanges: true,
  revision: 9,
  channels: [{ id: idOf(8), name: 'Shop' }],
  entries: [
    { kind: 'keyword', word: 'book', about: '', settings: {}, channelName: 'Shop' },
    { kind: 'any', word: '', about: '', settings: {}, channelName: 'Website' },
  ],
  running: 3,
  started: 8,
  completed: 6,
  updatedBy: 'Priya',
  updatedOn: at,
  may: ['edit', 'publish', 'pause', 'clone', 'export', 'delete'],
  ...change,
});

export const makeJourneyRule = (change: Partial<JourneyRule> = {}): JourneyRule => ({
  id: idOf(81),
  journeyId: idOf(71),
  journeyName: 'Appointment',
  version: 1,
  newestVersion: 2,
  channelId: idOf(8),
  channelName: 'Shop',
  channelType: 4,
  kind: 'keyword',
  word: 'book',
  about: '',
  settings: {},
  nextAt: null,
  lastRun: null,
  environment: 'production',
  isActive: true,
  isPaused: false,
  pausedBy: null,
  link: 'https://wa.me/919820012345?text=book',
  since: at,
  by: 'Priya',
  ...change,
});

export const makeVersion = (change: Partial<z.infer<typeof JourneyVersion>> = {}): z.infer<typeof JourneyVersion> => ({
  version: 2,
  note: 'Reminds a day before',
  by: 'Priya',
  at,
  fingerprint: 'abc',
  nodes: 2,
  rehearsal: { passed: 1, failed: 0, waived: '' },
  running: 3,
  ...change,
});

/** Two nodes, one of them without a name. */
export const makeDocument = (change: object = {}): Record<string, unknown> => ({
  format: 'parley.journey',
  formatVersion: 1,
  kind: 'journey',
  id: idOf(71),
  name: 'Appointment',
  languages: ['en'],
  start: 'n1',
  settings: { priority: 5 },
  variables: [],
  nodes: [
    { id: 'n1', type: 'message.text', name: 'Greeting', comment: '', config: { text: { en: 'Hello' } } },
    { id: 'n2', type: 'mark.end', name: '', comment: '', config: { outcome: '' } },
  ],
  edges: [{ from: 'n1', exit: 'next', to: 'n2' }],
  milestones: [],
  layout: {},
  notes: [],
  ...change,
});

export const makeFinding = (change: Partial<JourneyFinding> = {}): JourneyFinding => ({
  code: 'NO_TIMEOUT',
  level: 'warning',
  node: 'n1',
  exit: '',
  field: '',
  text: 'Nobody may ever answer.',
  what: '',
  slots: {},
  way: [],
  ...change,
});

export const makeTest = (change: Partial<JourneyTest> = {}): JourneyTest => ({
  id: 't1',
  name: 'Books a day',
  test: { turns: [{ kind: 'say', text: 'Monday' }], expect: [{ kind: 'message', after: 1, text: 'See you' }] },
  updatedOn: at,
  updatedBy: 'Priya',
  ...change,
});

const nowhere = { stream: '', node: '', name: '' };
const differences: RehearsalDifference[] = [
  { ...nowhere, turn: 0, kind: 'exit', node: 'n1', expected: 'next', found: null },
  { ...nowhere, turn: 1, kind: 'node', node: 'n1', expected: 'n2', found: null },
  { ...nowhere, turn: 1, kind: 'text', expected: 'On ⟨any date⟩, ⟨name⟩', found: null },
  { ...nowhere, turn: 1, kind: 'variable', name: 'day', expected: '"Monday"', found: 'null' },
  { ...nowhere, turn: 1, kind: 'end', expected: 'COMPLETED booked', found: 'WAITING' },
];

type Result = z.infer<typeof RehearsalResult>;
export const makeRehearsal = (isPassed: boolean): Result => ({
  fingerprint: 'abc',
  tests: [
    {
      id: 't1',
      name: 'Books a day',
      isPassed,
      failures: isPassed ? [] : [{ expectation: 0, found: 'Goodbye' }],
      differences: isPassed ? [] : differences,
      turns: [],
    },
  ],
  coverage: { nodes: 2, nodesCovered: 1, exits: 1, exitsCovered: 1, missed: ['n2'] },
});

export const makeReplay = (change: Partial<JourneyReplay> = {}): JourneyReplay => ({
  id: idOf(75),
  state: 'done',
  version: 2,
  days: 7,
  revision: 9,
  walks: 0,
  looked: 0,
  same: 0,
  elsewhere: 0,
  uncompared: [],
  cut: '',
  partings: [],
  gone: [],
  startedAt: at,
  finishedAt: at,
  ...change,
});
