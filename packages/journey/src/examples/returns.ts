import { en, item, makeExample } from './example.ts';

/** Somebody sends something back: order, reason, a photo of what is broken, and the day until which it has to be posted. */
export const returns = makeExample({
  id: 'returns',
  name: 'Return of an order',
  description: 'Takes the order number, the reason and a photo of what is broken, and says until when it can be sent back.',
  settings: {
    inactivity: {
      seconds: 7200,
      reminder: { seconds: 3600, text: en('Shall we go on with your return?') },
      text: en('We have stopped here. Write return to begin again.'),
    },
    errorText: en('Something went wrong on our side. Please write return again later.'),
    closedText: en('That question is over.'),
    words: { stop: { words: ['stop', 'cancel'] }, menu: { node: 'order001', words: ['restart'] } },
  },
  variables: [
    { name: 'order', type: 'Text' },
    { name: 'why', type: 'Text' },
    { name: 'photo', type: 'Media' },
    { name: 'until', type: 'Date' },
  ],
  milestones: [{ id: 'accept01', name: 'Return accepted' }],
  nodes: {
    order001: {
      type: 'input.text',
      name: 'Order number',
      config: {
        text: en('What is your order number? It begins with P and has six digits.'),
        pattern: '^[Pp][0-9]{6}$',
        asking: { variable: 'order', tries: 2, retryTexts: [en('That is no order number. It looks like P123456.')] },
      },
      to: { ok: 'reason01', invalid: 'nothing1' },
      at: [0, 0],
    },
    reason01: {
      type: 'message.buttons',
      name: 'Reason',
      config: {
        text: en('What is wrong with order {{ upper(order) }}?'),
        items: [
          item('broken01', 'Broken', ['damaged', 'defect']),
          item('small001', 'Wrong size', ['size']),
          item('mind0001', 'Changed my mind', ['mind']),
        ],
      },
      to: { broken01: 'setb0001', small001: 'sets0001', mind0001: 'sets0001' },
      at: [1, 0],
    },
    setb0001: {
      type: 'data.set',
      name: 'Broken',
      config: { assignments: [{ variable: 'why', value: '"broken"' }] },
      to: { next: 'photo001' },
      at: [2, 0],
    },
    photo001: {
      type: 'input.media',
      name: 'Photo',
      config: {
        text: en('Please send a photo of what is broken.'),
        kinds: ['image'],
        asking: { variable: 'photo', tries: 2, retryTexts: [en('Please send a photo.')], timeoutSeconds: 86_400 },
      },
      to: { ok: 'days0001', timeout: 'nothing1', invalid: 'nothing1' },
      at: [3, 0],
    },
    sets0001: {
      type: 'data.set',
      name: 'Unwanted',
      config: { assignments: [{ variable: 'why', value: '"unwanted"' }] },
      to: { next: 'days0001' },
      at: [2, 1],
    },
    days0001: {
      type: 'data.set',
      name: 'Last day',
      config: { assignments: [{ variable: 'until', value: 'addDays(today, why == "broken" ? 30 : 14)' }] },
      to: { next: 'mark0001' },
      at: [4, 0],
    },
    mark0001: { type: 'mark.milestone', name: 'Return accepted', config: { milestone: 'accept01' }, to: { next: 'told0001' }, at: [5, 0] },
    told0001: {
      type: 'message.text',
      name: 'Until when',
      config: { text: en('We take {{ upper(order) }} back. Please post it by {{ until | date("d MMMM") }}.') },
      to: { next: 'end00001' },
      at: [6, 0],
    },
    end00001: { type: 'mark.end', name: 'Accepted', config: { outcome: 'accepted' }, at: [7, 0] },
    nothing1: {
      type: 'message.text',
      name: 'Given up',
      config: { text: en('We could not go on with your return. Write return to try again.') },
      to: { next: 'end00002' },
      at: [4, 2],
    },
    end00002: { type: 'mark.end', name: 'Given up', config: { outcome: 'given up' }, at: [5, 2] },
  },
  tests: [
    {
      id: 'test0001',
      name: 'Broken, with a photo, at ten to midnight in Kolkata',
      facts: { now: '2026-03-10T18:20:00Z', zone: 'Asia/Kolkata' },
      turns: [
        { kind: 'say', text: '123' },
        { kind: 'say', text: 'p123456' },
        { kind: 'press', item: 'broken01' },
        { kind: 'say', text: 'here it comes' },
        { kind: 'media', media: 'image', name: 'broken.jpg' },
      ],
      expect: [
        { kind: 'message', after: 1, text: 'That is no order number. It looks like P123456.' },
        { kind: 'message', after: 4, text: 'Please send a photo.' },
        { kind: 'message', after: 5, text: 'We take P123456 back. Please post it by 9 April.' },
        { kind: 'end', after: 5, state: 'COMPLETED', outcome: 'accepted' },
      ],
    },
    {
      id: 'test0002',
      name: 'The wrong size, in words',
      facts: { now: '2026-03-10T09:00:00Z' },
      turns: [
        { kind: 'say', text: 'P000001' },
        { kind: 'say', text: 'size' },
      ],
      expect: [
        { kind: 'variable', after: 2, name: 'why', value: 'unwanted' },
        { kind: 'message', after: 2, text: 'We take P000001 back. Please post it by 24 March.' },
      ],
    },
    {
      id: 'test0003',
      name: 'Changed their mind',
      turns: [
        { kind: 'say', text: 'P000002' },
        { kind: 'press', item: 'mind0001' },
      ],
      expect: [{ kind: 'end', after: 2, state: 'COMPLETED', outcome: 'accepted' }],
    },
    {
      id: 'test0004',
      name: 'No photo comes within a day',
      turns: [
        { kind: 'say', text: 'P000003' },
        { kind: 'press', item: 'broken01' },
        { kind: 'skip', seconds: 90_000 },
      ],
      expect: [{ kind: 'end', after: 3, state: 'COMPLETED', outcome: 'given up' }],
    },
    {
      id: 'test0005',
      name: 'No photo at all',
      turns: [
        { kind: 'say', text: 'P000003' },
        { kind: 'press', item: 'broken01' },
        { kind: 'say', text: 'why' },
        { kind: 'say', text: 'no' },
        { kind: 'say', text: 'never' },
      ],
      expect: [{ kind: 'end', after: 5, state: 'COMPLETED', outcome: 'given up' }],
    },
    {
      id: 'test0006',
      name: 'Three wrong numbers end it',
      turns: [
        { kind: 'say', text: 'a' },
        { kind: 'say', text: 'b' },
        { kind: 'say', text: 'c' },
      ],
      expect: [{ kind: 'end', after: 3, state: 'COMPLETED', outcome: 'given up' }],
    },
  ],
});
