import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeEntity, train } = createBots(app);
const { training, intents } = endpoints;

test('saved tests expect values of parameters, and run without a training against the version that serves', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Tested now');
  const storyId = await makeStory(user, botId);
  const post = async (path: string, body?: object) => (await as(user).post(at(path, { agentId: botId }), body)).json();
  expect(await post(training.runTests.path)).toMatchObject({ status: false, code: 'bot.not_trained' });

  const city = await makeEntity(user, botId, 'city', { Mumbai: ['bombay', 'mumbai'], Delhi: ['new delhi', 'delhi'] });
  const parameter = (id: string, name: string) => ({ id, name, required: true, value: '', prompts: [`Which ${name}?`] });
  for (const intent of shopIntents) await makeIntent(user, botId, storyId, intent);
  const flight = await makeIntent(user, botId, storyId, {
    name: 'Book a flight',
    phrases: ['book a flight', 'i want to fly to mumbai', 'a plane ticket to delhi', 'reserve a seat on a flight', 'fly on friday'],
    response: 'Booked to {{to}}.',
    entities: [parameter(city.id, 'to'), parameter('sys.date', 'day')],
  });
  await train(user, botId);
  const save = (name: string, turns: object[]) => post(training.saveTest.path, { name, turns });
  await save('Flight', [
    {
      say: 'book a flight to bombay',
      intent: 'Book a flight',
      values: [
        { name: 'to', value: 'Mumbai' },
        { name: 'city', value: 'bombay' },
      ],
    },
    {
      say: 'tomorrow',
      values: [
        { name: 'day', value: 'tomorrow' },
        { name: 'to', value: 'mumbai' },
      ],
    },
  ]);
  await save('Wrong', [
    {
      say: 'fly to delhi',
      intent: 'Book a flight',
      values: [
        { name: 'to', value: 'Mumbai' },
        { name: 'day', value: 'x' },
      ],
    },
  ]);
  expect(await save('Nameless', [{ say: 'hi', values: [{ name: ' ', value: 'x' }] }])).toMatchObject({ code: 'request.invalid' });

  const { data } = await post(training.runTests.path);
  expect(data).toEqual({
    versionId: expect.any(String),
    versionNumber: 1,
    tests: [
      expect.objectContaining({ name: 'Flight', isPassed: true }),
      expect.objectContaining({
        name: 'Wrong',
        isPassed: false,
        turns: [
          expect.objectContaining({
            wanted: 'Book a flight · to = Mumbai · day = x',
            got: 'Book a flight · to = Delhi · day = ?',
            isPassed: false,
          }),
        ],
      }),
    ],
  });
  // No training, and no version.
  expect((await as(user).get(at(training.versions.path, { agentId: botId }))).json().data.versions).toHaveLength(1);

  const phrases = (texts: string[], intentId = flight.id) =>
    as(user).post(at(intents.addPhrases.path, { agentId: botId, intentId }), { phrases: texts });
  expect((await phrases(['Book a  FLIGHT', 'i must fly', 'I must fly'])).json().data).toEqual({ addedCount: 1, utteranceCount: 6 });
  const stored = (await as(user).get(at(intents.get.path, { agentId: botId, storyId, intentId: flight.id }))).json().data;
  expect(stored.utterances[0].utterance).toBe('i must fly');
  expect((await phrases(['x'], botId)).json()).toMatchObject({ code: 'intent.not_found' });
  expect((await phrases([' '])).json()).toMatchObject({ code: 'request.invalid' });
});
