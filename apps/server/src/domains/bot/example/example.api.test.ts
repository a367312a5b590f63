import { botExamples, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';

const app = await startApp({ now: () => new Date('2026-03-11T06:30:00Z') });
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, getTree, train, talk } = createBots(app);
const { training, bots } = endpoints;
const path = (botId: string) => at(training.startExample.path, { agentId: botId });

test.each(botExamples.flatMap((example) => (['en', 'hi'] as const).map((language) => ({ example, language }))))(
  'an empty bot becomes $example in $language: stories, intents, entities, answers, and a training without faults',
  async ({ example, language }) => {
    const user = await makeUser();
    const { id: botId } = await makeBot(user, 'Beginner');
    const answer = (await as(user).post(path(botId), { example, language })).json();
    expect(answer).toMatchObject({ status: true, data: { intentsAdded: 6, entitiesAdded: 1, reportCounts: { left: 0, changed: 0 } } });
    expect((await getTree(user, botId)).childStories).toHaveLength(2);
    // the training that the example asked for, or the one that joins it
    expect(await train(user, botId)).toMatchObject({ phase: 'DONE' });
    const { config, training: state } = (await as(user).get(at(bots.get.path, { agentId: botId }))).json().data;
    expect([config.language, state.state]).toEqual([language, 'TRAINED']);
    const { issues } = (await as(user).get(at(training.checks.path, { agentId: botId }))).json().data;
    expect(issues).toEqual([]);
  },
);

test('Try it answers from an example at once', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Practice');
  await as(user).post(path(botId), { example: 'appointment', language: 'en' });
  await train(user, botId);
  const say = talk(user, botId);
  const replies: string[] = [];
  for (const line of [
    'can i book an appointment',
    'a consultation',
    'on monday',
    'at 5',
    'Ravi',
    'what is your address?',
    'sing me a song',
  ])
    replies.push(...(await say(line)).output.text);
  expect(replies).toEqual([
    'What is it for: a check-up, a consultation or a treatment?',
    'When would you like to come?',
    'Monday, 16 March 2026: at what time?',
    'What is your name?',
    'Your Consultation is noted for **Monday, 16 March 2026, 17:00**, Ravi. We look forward to seeing you.',
    'You find us at **12 Station Road**, opposite the post office. There is a car park behind the house.',
    expect.stringContaining('I did not understand that'),
  ]);
});

test('a bot keeps what it has, and its language too', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Begun');
  const storyId = await makeStory(user, botId, 'Mine');
  await makeIntent(user, botId, storyId, { name: 'Greeting', phrases: ['ahoy', 'hello'], response: 'Ahoy!' });
  const answer = (await as(user).post(path(botId), { example: 'shop', language: 'hi' })).json();
  expect(answer.data).toMatchObject({ intentsAdded: 6, intentsExtended: 0 });
  expect((await as(user).get(at(bots.get.path, { agentId: botId }))).json().data.config.language).toBe('en');
  expect((await as(user).post(path(botId), { example: 'shop', language: 'en' })).json().data).toMatchObject({
    intentsAdded: 5,
    intentsExtended: 1,
  });
});

test('an example is for builders of the enterprise alone', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Refused');
  const stranger = await makeUser();
  expect((await as(stranger).post(path(botId), { example: 'shop' })).json().code).toBe('bot.not_found');
  const viewer = await makeUser({ enterprise: user, roles: [6] });
  expect((await as(viewer).post(path(botId), { example: 'shop' })).statusCode).toBe(403);
  expect((await as(user).post(path(botId), { example: 'castle' })).json().code).toBe('request.invalid');
});
