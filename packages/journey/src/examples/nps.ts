import { en, makeExample } from './example.ts';

/** Survey of how likely somebody recommends us: promoters are thanked, everybody else is asked why. */
export const nps = makeExample({
  id: 'nps',
  name: 'Recommendation survey',
  description: 'Asks how likely somebody is to recommend you, and why not where they would not.',
  settings: {
    inactivity: { seconds: 86_400, text: en('Thank you anyway. You can answer at any time by writing survey.') },
    reentry: 'days',
    reentryDays: 30,
    errorText: en('Something went wrong on our side. Please try again later.'),
    closedText: en('That question is over.'),
    words: { stop: { words: ['stop'] } },
  },
  variables: [
    { name: 'score', type: 'Number' },
    { name: 'reason', type: 'Text' },
  ],
  milestones: [
    { id: 'answer01', name: 'Answered' },
    { id: 'reason01', name: 'Gave a reason' },
  ],
  nodes: {
    ask00001: {
      type: 'input.number',
      name: 'Score',
      config: {
        text: en('How likely are you to recommend us to a friend, from 0 (not at all) to 10 (certainly)?'),
        least: '0',
        most: '10',
        isWhole: true,
        asking: { variable: 'score', tries: 2, retryTexts: [en('Please answer with a whole number from 0 to 10.')] },
      },
      to: { ok: 'mark0001' },
      at: [0, 0],
    },
    mark0001: { type: 'mark.milestone', name: 'Answered', config: { milestone: 'answer01' }, to: { next: 'fork0001' }, at: [1, 0] },
    fork0001: {
      type: 'logic.condition',
      name: 'Promoter?',
      config: { test: { source: 'score >= 9' } },
      to: { yes: 'glad0001', no: 'why00001' },
      at: [2, 0],
    },
    glad0001: {
      type: 'message.text',
      name: 'Thanks',
      config: { text: en('Thank you, {{ customer.name ?? "and see you soon" }}! We are glad.') },
      to: { next: 'end00001' },
      at: [3, 0],
    },
    end00001: { type: 'mark.end', name: 'Promoter', config: { outcome: 'promoter' }, at: [4, 0] },
    why00001: {
      type: 'input.text',
      name: 'Reason',
      config: {
        text: en('Thank you for {{ score }}. What should we do better?'),
        asking: { variable: 'reason', gatherSeconds: 5, timeoutSeconds: 43_200 },
      },
      to: { ok: 'mark0002', timeout: 'end00002' },
      at: [3, 1],
    },
    mark0002: { type: 'mark.milestone', name: 'Gave a reason', config: { milestone: 'reason01' }, to: { next: 'sorry001' }, at: [4, 1] },
    sorry001: {
      type: 'message.text',
      name: 'Thanks for the reason',
      config: { text: en('Thank you, we read every answer.') },
      to: { next: 'end00002' },
      at: [5, 1],
    },
    end00002: { type: 'mark.end', name: 'Not yet', config: { outcome: 'not yet' }, at: [6, 1] },
  },
  tests: [
    {
      id: 'test0001',
      name: 'A promoter is thanked by name',
      facts: { customer: { name: 'Asha' } },
      turns: [
        { kind: 'say', text: 'twelve' },
        { kind: 'say', text: '9' },
      ],
      expect: [
        { kind: 'message', after: 1, text: 'Please answer with a whole number from 0 to 10.' },
        { kind: 'message', after: 2, text: 'Thank you, Asha! We are glad.' },
        { kind: 'end', after: 2, state: 'COMPLETED', outcome: 'promoter' },
      ],
    },
    {
      id: 'test0002',
      name: 'Two messages are one reason',
      turns: [
        { kind: 'say', text: '6' },
        { kind: 'say', text: 'Too slow' },
        { kind: 'say', text: 'and too dear' },
        { kind: 'skip', seconds: 10 },
      ],
      expect: [
        { kind: 'message', after: 1, text: 'Thank you for 6. What should we do better?' },
        { kind: 'variable', after: 4, name: 'reason', value: 'Too slow\nand too dear' },
        { kind: 'end', after: 4, state: 'COMPLETED', outcome: 'not yet' },
      ],
    },
    {
      id: 'test0003',
      name: 'Who gives no reason is not asked again',
      turns: [
        { kind: 'say', text: '3' },
        { kind: 'skip', seconds: 50_000 },
      ],
      expect: [{ kind: 'end', after: 2, state: 'COMPLETED', outcome: 'not yet' }],
    },
  ],
});
