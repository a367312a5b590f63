import { endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, type NewIntent, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';

/** Noon of a Wednesday in Kolkata. */
const app = await startApp({ now: () => new Date('2026-03-11T06:30:00Z') });
const { as, makeUser } = app;
const { makeTrained, train, talk } = createBots(app);
let user: TestUser;
let botId: string;

const visit: NewIntent = {
  name: 'Book a visit',
  phrases: [
    'book a visit',
    'i want to see the doctor',
    'can i come in tomorrow',
    'make an appointment',
    'an appointment on friday please',
    'i need a check-up',
    'see the dentist',
    'डॉक्टर से मिलना है',
    'मुझे अपॉइंटमेंट चाहिए',
  ],
  response: 'See you on {{when}}, {{name}}.',
  entities: [
    { id: 'sys.datetime', name: 'when', required: true, value: '', prompts: ['When would you like to come?'] },
    { id: 'sys.person', name: 'name', required: true, value: '', prompts: ['What is your name?'] },
  ],
};

beforeAll(async () => {
  user = await makeUser();
  ({ botId } = await makeTrained(user, [...shopIntents, visit], 'Practice'));
});

const ask = async (...lines: string[]) => {
  const say = talk(user, botId);
  const replies: string[][] = [];
  for (const line of lines) replies.push((await say(line)).output.text);
  return replies;
};
const nameAsked = ['What is your name?'];
const booked = (when: string) => [`See you on ${when}, Ravi.`];

test.each([
  ['tomorrow', 'Thursday, 12 March 2026', 'at 5', 'Thursday, 12 March 2026, 17:00'],
  ['on Monday', 'Monday, 16 March 2026', '10:30', 'Monday, 16 March 2026, 10:30'],
  ['next week', 'Monday, 16 March 2026', 'in the morning', 'Monday, 16 March 2026, 09:00'],
  ['today', 'Wednesday, 11 March 2026', '10', 'Wednesday, 11 March 2026, 22:00'],
  ['सोमवार को', 'Monday, 16 March 2026', 'शाम 5 बजे', 'Monday, 16 March 2026, 17:00'],
  ['next week', 'Monday, 16 March 2026', 'no, tuesday at 9', 'Tuesday, 17 March 2026, 09:00'],
])('a day without a time: "%s" is kept as %s, and "%s" makes it whole', async (day, kept, time, whole) => {
  expect(await ask('book a visit', day, time, 'Ravi')).toEqual([
    ['When would you like to come?'],
    [`${kept}: at what time?`],
    nameAsked,
    booked(whole),
  ]);
});

test('a day in the first sentence is kept, and a time without a day waits for it', async () => {
  expect(await ask('can i come in tomorrow', '4 pm')).toEqual([['Thursday, 12 March 2026: at what time?'], nameAsked]);
  expect(await ask('book a visit', 'at 5', 'friday')).toEqual([['When would you like to come?'], ['At 17:00: on which day?'], nameAsked]);
  expect(await ask('book a visit', 'tomorrow at 5 pm')).toEqual([['When would you like to come?'], nameAsked]);
});

test('a text that answers neither half asks for the missing half again, and a kept day can be put right', async () => {
  expect(await ask('book a visit', 'tomorrow', 'is it?', 'no, friday', 'at 5')).toEqual([
    ['When would you like to come?'],
    ['Thursday, 12 March 2026: at what time?'],
    ['I did not get that.', 'Thursday, 12 March 2026: at what time?'],
    ['Friday, 13 March 2026: at what time?'],
    nameAsked,
  ]);
  // once all parameters are filled, each half can be corrected by itself
  expect((await ask('book a visit', 'tomorrow', '5', 'Ravi', 'no, friday', 'no, at 6 pm')).slice(3)).toEqual([
    booked('Thursday, 12 March 2026, 17:00'),
    booked('Friday, 13 March 2026, 17:00'),
    booked('Friday, 13 March 2026, 18:00'),
  ]);
});

test('details tell the half that was found, and what is kept', async () => {
  const say = talk(user, botId);
  await say('book a visit');
  expect((await say('on Monday')).details).toMatchObject({
    answeredBy: 'parameter',
    entities: [{ entity: 'sys.date', parameter: 'when', text: 'Monday', value: '2026-03-16' }],
    state: { task: { halves: { when: { date: '2026-03-16', text: 'Monday' } }, filled: {} } },
  });
});

test('a bot that speaks Hindi asks in Hindi', async () => {
  const { config } = (await as(user).get(at(endpoints.bots.get.path, { agentId: botId }))).json().data;
  await as(user).post(at(endpoints.bots.saveConfig.path, { agentId: botId }), { ...config, language: 'hi' });
  await train(user, botId);
  expect(await ask('मुझे अपॉइंटमेंट चाहिए', 'कल', '5 बजे')).toEqual([
    ['When would you like to come?'],
    ['गुरुवार, 12 मार्च 2026 को कितने बजे?'],
    nameAsked,
  ]);
  expect((await ask('book a visit', '5 बजे'))[1]).toEqual(['17:00 बजे, किस दिन?']);
});
