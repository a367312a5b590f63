import { en, item, makeExample } from './example.ts';

/** A reminder a day before an appointment, which can be confirmed, put off to a free time, or cancelled. */
export const appointment = makeExample({
  id: 'appointment',
  name: 'Appointment',
  description: 'Takes a day for an appointment, reminds a day before it, and lets it be put off or cancelled.',
  settings: {
    inactivity: { seconds: 86_400, text: en('We keep no appointment for you. Write appointment to begin again.') },
    errorText: en('Something went wrong on our side. Please write appointment again later.'),
    closedText: en('That question is over.'),
    words: { stop: { words: ['stop'] } },
  },
  variables: [
    { name: 'day', type: 'Date' },
    { name: 'slot', type: 'Text' },
    {
      name: 'slots',
      type: 'List',
      default: '["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00", "18:00", "19:00", "20:00"]',
    },
  ],
  milestones: [
    { id: 'booked01', name: 'Booked' },
    { id: 'confirm1', name: 'Confirmed' },
  ],
  nodes: {
    day00001: {
      type: 'input.date',
      name: 'Day',
      config: {
        text: en('Which day suits you?'),
        least: 'addDays(today, 1)',
        asking: { variable: 'day', tries: 2, retryTexts: [en('Please name a day from tomorrow on, such as next Monday.')] },
      },
      to: { ok: 'slot0001' },
      at: [0, 0],
    },
    slot0001: {
      type: 'input.choice',
      name: 'Time',
      config: {
        text: en('At what time on {{ day | date("d MMMM") }}?'),
        options: { kind: 'list', source: 'slots', item: 'time', title: 'time' },
        style: 'list',
        asking: { variable: 'slot' },
      },
      to: { ok: 'mark0001' },
      at: [1, 0],
    },
    mark0001: { type: 'mark.milestone', name: 'Booked', config: { milestone: 'booked01' }, to: { next: 'told0001' }, at: [2, 0] },
    told0001: {
      type: 'message.text',
      name: 'Booked',
      config: { text: en('You are booked for {{ day | date("d MMMM") }} at {{ slot }}. We remind you the day before.') },
      to: { next: 'wait0001' },
      at: [3, 0],
    },
    wait0001: {
      type: 'logic.wait',
      name: 'A day before',
      config: { until: { kind: 'date', date: 'day', offsetSeconds: -86_400 }, notAfter: 'day' },
      to: { next: 'ask00001', late: 'end00003' },
      at: [4, 0],
    },
    ask00001: {
      type: 'message.buttons',
      name: 'Reminder',
      config: {
        text: en('Tomorrow at {{ slot }} is your appointment. Will you come?'),
        items: [
          item('yes00001', 'I will come', ['yes']),
          item('other001', 'Another day', ['reschedule']),
          item('cancel01', 'Cancel', ['no']),
        ],
        timeoutSeconds: 43_200,
      },
      to: { yes00001: 'mark0002', other001: 'day00001', cancel01: 'gone0001', timeout: 'end00002' },
      at: [5, 0],
    },
    mark0002: { type: 'mark.milestone', name: 'Confirmed', config: { milestone: 'confirm1' }, to: { next: 'glad0001' }, at: [6, 0] },
    glad0001: { type: 'message.text', name: 'See you', config: { text: en('See you tomorrow!') }, to: { next: 'end00001' }, at: [7, 0] },
    end00001: { type: 'mark.end', name: 'Confirmed', config: { outcome: 'confirmed' }, at: [8, 0] },
    gone0001: {
      type: 'message.text',
      name: 'Cancelled',
      config: { text: en('Your appointment is cancelled.') },
      to: { next: 'end00004' },
      at: [6, 1],
    },
    end00004: { type: 'mark.end', name: 'Cancelled', config: { outcome: 'cancelled' }, at: [7, 1] },
    end00002: { type: 'mark.end', name: 'No answer', config: { outcome: 'no answer' }, at: [6, 2] },
    end00003: { type: 'mark.end', name: 'Too late', config: { outcome: 'late' }, at: [5, 2] },
  },
  tests: [
    {
      id: 'test0001',
      name: 'Booked, reminded and confirmed',
      turns: [
        { kind: 'say', text: '2026-01-12' },
        { kind: 'say', text: '10:00' },
        { kind: 'skip', seconds: 490_000 },
        { kind: 'press', item: 'yes00001' },
      ],
      expect: [
        { kind: 'message', after: 2, text: 'You are booked for 12 January at 10:00. We remind you the day before.' },
        { kind: 'message', after: 3, text: 'Tomorrow at 10:00 is your appointment. Will you come?' },
        { kind: 'end', after: 4, state: 'COMPLETED', outcome: 'confirmed' },
      ],
    },
    {
      id: 'test0002',
      name: 'Put off, then cancelled',
      turns: [
        { kind: 'say', text: '2026-01-12' },
        { kind: 'say', text: '18:00' },
        { kind: 'skip', seconds: 490_000 },
        { kind: 'press', item: 'other001' },
        { kind: 'say', text: '2026-01-20' },
        { kind: 'say', text: '09:00' },
        { kind: 'skip', seconds: 690_000 },
        { kind: 'say', text: 'no' },
      ],
      expect: [
        { kind: 'message', after: 6, text: 'You are booked for 20 January at 09:00. We remind you the day before.' },
        { kind: 'end', after: 8, state: 'COMPLETED', outcome: 'cancelled' },
      ],
    },
    {
      id: 'test0003',
      name: 'No answer to the reminder',
      turns: [
        { kind: 'say', text: '2026-01-12' },
        { kind: 'say', text: '12:00' },
        { kind: 'skip', seconds: 700_000 },
      ],
      expect: [{ kind: 'end', after: 3, state: 'COMPLETED', outcome: 'no answer' }],
    },
  ],
});
