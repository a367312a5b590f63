import { en, item, makeExample } from './example.ts';

/** A loan in a few questions: income and wish, the instalment that follows, and a person where it does not fit. */
export const loan = makeExample({
  id: 'loan',
  name: 'Loan in four questions',
  description: 'Asks income and amount, works the instalment out, and makes an offer where it is affordable.',
  settings: {
    inactivity: {
      seconds: 3600,
      reminder: { seconds: 900, text: en('Shall we go on with your loan?') },
      text: en('We have stopped here. Write loan to begin again.'),
    },
    errorText: en('Something went wrong on our side. Please write loan again later.'),
    closedText: en('That question is over.'),
    words: { stop: { words: ['stop'] }, menu: { node: 'income01', words: ['restart'] } },
  },
  variables: [
    { name: 'income', type: 'Number', isSensitive: true },
    { name: 'amount', type: 'Number' },
    { name: 'months', type: 'Number' },
    { name: 'rate', type: 'Number' },
  ],
  milestones: [
    { id: 'asked001', name: 'Told the income' },
    { id: 'offer001', name: 'Got an offer' },
    { id: 'signed01', name: 'Accepted' },
  ],
  nodes: {
    income01: {
      type: 'input.number',
      name: 'Income',
      config: {
        text: en('What do you earn in a month, before tax?'),
        least: '1',
        asking: {
          variable: 'income',
          tries: 2,
          retryTexts: [en('Please write an amount, such as 45000.'), en('Only digits, please, such as 45000.')],
        },
      },
      to: { ok: 'mark0001', invalid: 'person01' },
      at: [0, 0],
    },
    mark0001: { type: 'mark.milestone', name: 'Told the income', config: { milestone: 'asked001' }, to: { next: 'amount01' }, at: [1, 0] },
    amount01: {
      type: 'input.number',
      name: 'Amount',
      config: { text: en('How much do you need?'), least: '1000', most: '10000000', asking: { variable: 'amount', tries: 2 } },
      to: { ok: 'months01', invalid: 'person01' },
      at: [2, 0],
    },
    months01: {
      type: 'input.choice',
      name: 'How long',
      config: {
        text: en('In how many months would you pay it back?'),
        options: { kind: 'fixed', items: [item('year0001', '12'), item('year0002', '24'), item('year0003', '36')] },
        style: 'buttons',
        asking: { variable: 'months' },
      },
      to: { ok: 'rate0001' },
      at: [3, 0],
    },
    rate0001: {
      type: 'data.set',
      name: 'Instalment',
      config: { assignments: [{ variable: 'rate', value: 'round(amount * 1.12 / months)' }] },
      to: { next: 'fork0001' },
      at: [4, 0],
    },
    fork0001: {
      type: 'logic.condition',
      name: 'Affordable?',
      config: { test: { source: 'income * 0.4 >= rate' } },
      to: { yes: 'mark0002', no: 'person01' },
      at: [5, 0],
    },
    mark0002: { type: 'mark.milestone', name: 'Got an offer', config: { milestone: 'offer001' }, to: { next: 'offer002' }, at: [6, 0] },
    offer002: {
      type: 'message.buttons',
      name: 'Offer',
      config: {
        text: en('We offer {{ amount }} for {{ months }} months at {{ rate }} a month. Do you take it?'),
        items: [item('takeit01', 'Yes', ['ok']), item('leaveit1', 'No')],
        timeoutSeconds: 259_200,
      },
      to: { takeit01: 'mark0003', leaveit1: 'end00002', timeout: 'end00002' },
      at: [7, 0],
    },
    mark0003: { type: 'mark.milestone', name: 'Accepted', config: { milestone: 'signed01' }, to: { next: 'thanks01' }, at: [8, 0] },
    thanks01: {
      type: 'message.text',
      name: 'Thanks',
      config: { text: en('Thank you. We send the papers by e-mail.') },
      to: { next: 'end00001' },
      at: [9, 0],
    },
    end00001: { type: 'mark.end', name: 'Accepted', config: { outcome: 'accepted' }, at: [10, 0] },
    end00002: { type: 'mark.end', name: 'Declined', config: { outcome: 'declined' }, at: [8, 1] },
    person01: {
      type: 'message.text',
      name: 'A person calls',
      config: { text: en('One of us will look at it and call you.') },
      to: { next: 'end00003' },
      at: [6, 2],
    },
    end00003: { type: 'mark.end', name: 'For a person', config: { outcome: 'for a person' }, at: [7, 2] },
  },
  tests: [
    {
      id: 'test0001',
      name: 'Affordable, and taken',
      turns: [
        { kind: 'say', text: 'abc' },
        { kind: 'say', text: '45000' },
        { kind: 'say', text: '120000' },
        { kind: 'say', text: '12' },
        { kind: 'press', item: 'takeit01' },
      ],
      expect: [
        { kind: 'message', after: 1, text: 'Please write an amount, such as 45000.' },
        { kind: 'variable', after: 4, name: 'rate', value: 11_200 },
        { kind: 'message', after: 4, text: 'We offer 120000 for 12 months at 11200 a month. Do you take it?' },
        { kind: 'end', after: 5, state: 'COMPLETED', outcome: 'accepted' },
      ],
    },
    {
      id: 'test0002',
      name: 'Too much for the income',
      turns: [
        { kind: 'say', text: '10000' },
        { kind: 'say', text: '500000' },
        { kind: 'say', text: '36' },
      ],
      expect: [{ kind: 'end', after: 3, state: 'COMPLETED', outcome: 'for a person' }],
    },
    {
      id: 'test0003',
      name: 'No number at all, and then no answer to an offer',
      turns: [
        { kind: 'say', text: 'a' },
        { kind: 'say', text: 'b' },
        { kind: 'say', text: 'c' },
      ],
      expect: [{ kind: 'end', after: 3, state: 'COMPLETED', outcome: 'for a person' }],
    },
    {
      id: 'test0004',
      name: 'Declined',
      turns: [
        { kind: 'say', text: '45000' },
        { kind: 'say', text: '12000' },
        { kind: 'say', text: '24' },
        { kind: 'press', item: 'leaveit1' },
      ],
      expect: [{ kind: 'end', after: 4, state: 'COMPLETED', outcome: 'declined' }],
    },
    {
      id: 'test0005',
      name: 'An offer that nobody answers',
      turns: [
        { kind: 'say', text: '45000' },
        { kind: 'say', text: 'much' },
        { kind: 'say', text: 'more' },
        { kind: 'say', text: '12000' },
        { kind: 'say', text: '24' },
        { kind: 'skip', seconds: 300_000 },
      ],
      expect: [{ kind: 'end', after: 6, state: 'COMPLETED', outcome: 'declined' }],
    },
    {
      id: 'test0006',
      name: 'No amount',
      turns: [
        { kind: 'say', text: '45000' },
        { kind: 'say', text: 'x' },
        { kind: 'say', text: 'y' },
        { kind: 'say', text: 'z' },
      ],
      expect: [{ kind: 'end', after: 4, state: 'COMPLETED', outcome: 'for a person' }],
    },
  ],
});
