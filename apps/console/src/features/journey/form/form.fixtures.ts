import { type FormAnswerItem, type FormFigures, type FormItem, type FormVersionItem, formStates } from '@parley/contract';
import { idOf } from '../../../test-screens.tsx';

const at = '2026-03-05T10:30:00.000Z';

export const makeFormItem = (change: Partial<FormItem> = {}): FormItem => ({
  id: idOf(61),
  name: 'Loan',
  state: formStates.published,
  published: 2,
  hasChanges: true,
  screens: 2,
  fields: 3,
  languages: ['en', 'hi'],
  pageUrl: '',
  opened: 12,
  answered: 7,
  usedIn: [{ id: idOf(71), name: 'Appointment' }],
  updatedBy: 'Priya',
  updatedOn: at,
  version: 4,
  ...change,
});

const field = (id: string, name: string, change: object = {}) => ({
  ...{ id, name, kind: 'text', label: { en: name }, help: {}, required: '', visibleIf: '', check: '', checkText: {}, least: '', most: '' },
  ...{ pattern: '', options: null, steps: 5, picture: null, prefill: '', showsByLink: false, consentFor: '', saveTo: null },
  ...{ saveRule: 'ifEmpty', isSensitive: false },
  ...change,
});

/** Two screens: a name and a note, an income that is asked under a condition, and a card that is sensitive. */
export const makeFormDocument = (change: object = {}): Record<string, unknown> => ({
  ...{ format: 'parley.journey', formatVersion: 1, kind: 'form', id: idOf(61), name: 'Loan', languages: ['en', 'hi'] },
  settings: { faces: ['page', 'questions'], keepDrafts: 'afterNotice', lifeDays: 14, retentionDays: null, doneText: {}, closedText: {} },
  screens: [
    {
      ...{ id: 'screen01', title: { en: 'You' }, text: {}, next: [] },
      fields: [
        field('field001', 'fullName', { label: { en: 'Full name' }, required: 'true' }),
        field('note0001', '', { kind: 'note', label: { en: 'Please be exact' } }),
      ],
    },
    {
      ...{ id: 'screen02', title: {}, text: { en: 'Nearly done.' }, next: [] },
      fields: [
        field('field002', 'income', { kind: 'number', label: { en: 'Income' }, visibleIf: 'fullName != ""' }),
        field('field003', 'card', { label: { en: 'Card' }, isSensitive: true }),
      ],
    },
  ],
  computed: [],
  ...change,
});

export const makeAnswer = (change: Partial<FormAnswerItem> = {}): FormAnswerItem => ({
  id: idOf(62),
  number: 2,
  face: 'page',
  faces: ['questions', 'page'],
  environment: 'production',
  customerId: idOf(63),
  customerName: 'Asha',
  instanceId: idOf(64),
  streamName: 'Appointment',
  seconds: 95,
  at,
  isErased: false,
  values: [
    { field: 'field001', name: 'fullName', label: 'Full name', text: 'Asha Rao', isHidden: false },
    { field: 'field002', name: 'income', label: 'Income', text: '20000', isHidden: false },
    { field: 'field003', name: 'card', label: 'Card', text: '•••', isHidden: true },
  ],
  conflicts: [{ attributeId: idOf(65), name: 'city', had: 'Pune', now: 'Nagpur', said: 'Mumbai' }],
  ...change,
});

export const makeFigures = (change: Partial<FormFigures> = {}): FormFigures => ({
  ...{ opened: 10, submitted: 6, open: 1, closed: 1, expired: 2, medianSeconds: 95 },
  screens: [
    { id: 'screen01', title: 'You', seen: 10, leftHere: 1 },
    { id: 'screen02', title: '2', seen: 8, leftHere: 2 },
  ],
  faces: [
    { face: 'page', answered: 5 },
    { face: 'questions', answered: 2 },
  ],
  ...change,
});

export const makeFormVersion = (change: Partial<FormVersionItem> = {}): FormVersionItem => ({
  ...{ number: 2, note: 'Asks for the income', publishedBy: 'Priya', publishedOn: at, answered: 7 },
  ...change,
});
