import {
  type EncapData,
  type EncapItem,
  type EncapLaunch,
  type EncapLink,
  type EncapLogLine,
  EncapProperties,
  encapStates,
  type LaunchFigures,
  launchStates,
  type MilestoneStep,
  type WholeEncap,
} from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';

const at = '2026-03-05T10:30:00.000Z';

/** 10 launched = 0 + 3 + 1 + 1 + 0 + 4 + 0 + 0 + 1 */
export const makeLaunchFigures = (change: Partial<LaunchFigures> = {}): LaunchFigures => ({
  ...{ launched: 10, notSent: 0, unopened: 3, opened: 1, inProgress: 1, handedOver: 0, completed: 4, ended: 0, expired: 0, closed: 1 },
  ...change,
});

export const makeEncapItem = (change: Partial<EncapItem> = {}): EncapItem => ({
  ...{ id: idOf(81), name: 'Loan', state: encapStates.published, published: 2, hasChanges: true, launches: 3, opened: 12, completed: 7 },
  ...{ updatedOn: at, updatedBy: 'Priya', revision: 9, version: 4 },
  ...change,
});

export const makeEncap = (change: Partial<WholeEncap> = {}): WholeEncap => ({
  ...makeEncapItem(),
  properties: EncapProperties.parse({}),
  logger: { level: 'steps', days: 30, includesTests: false },
  forms: [{ id: idOf(61), name: 'Income' }],
  milestones: [
    { id: 'mile0001', name: 'Asked', order: 1, reached: 5 },
    { id: 'mile0002', name: 'Told', order: 2, reached: 1 },
  ],
  instances: [
    { id: idOf(82), name: 'Spring', state: launchStates.started },
    { id: idOf(83), name: 'Partners', state: launchStates.created },
  ],
  buttons: [
    { id: `${idOf(81)}.item0001`, nodeId: 'node0001', title: 'Go on', type: 'next', buttonPayload: { type: 'next', nodeId: 'node0002' } },
    {
      ...{ id: `${idOf(81)}.item0002`, nodeId: 'node0001', title: 'Rates', type: 'link' },
      buttonPayload: { type: 'link', url: 'https://bank.example/rates' },
    },
  ],
  readOnly: false,
  ...change,
});

export const makeLaunch = (change: Partial<EncapLaunch> = {}): EncapLaunch => ({
  ...{ id: idOf(82), name: 'Spring', mode: 'LINK', number: 2, state: launchStates.started, reason: '', expiryDays: 0, expiryDate: '' },
  ...{ scheduledOn: '', openUrl: 'https://parley.example/p/abcdefghij234567', activityId: '', figures: makeLaunchFigures() },
  ...{ remindHours: [], reminders: { made: 0, sent: 0, heldBack: 0 } },
  ...{ createdOn: at, createdBy: 'Priya', version: 3 },
  ...change,
});

export const makeLink = (change: Partial<EncapLink> = {}): EncapLink => ({
  ...{
    id: idOf(84),
    kind: 'person',
    number: '+919876500001',
    name: 'Asha',
    customerId: idOf(63),
    state: 'BEGUN',
    opens: 2,
    previews: 1,
    reminders: 0,
  },
  ...{ openedOn: at, begunOn: at, endedOn: '', expiresOn: '2026-04-05T10:30:00.000Z', instanceId: idOf(64), madeOn: at },
  ...change,
});

export const makeData = (change: Partial<EncapData> = {}): EncapData => ({
  ...makeLink({ state: 'COMPLETED' }),
  ...{ instanceName: 'Spring', outcome: 'told', values: [{ name: 'income', text: '20000' }] },
  ...change,
});

export const makeStep = (change: Partial<MilestoneStep> = {}): MilestoneStep => ({
  ...{ id: 'mile0001', name: 'Asked', isRemoved: false, count: 5, people: 5, share: 0.5, stepShare: null, stepMs: null },
  ...change,
});

export const makeLogLine = (change: Partial<EncapLogLine> = {}): EncapLogLine => ({
  ...{ instanceId: idOf(64), turn: 2, at, steps: ['Colour', 'Chosen'], input: 'Red', values: [{ name: 'color', value: 'Red' }] },
  ...{ error: '', isTest: false },
  ...change,
});
