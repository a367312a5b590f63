import { endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createBots, type NewIntent, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';

const app = await startApp({ now: () => new Date('2026-03-11T06:30:00Z') });
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeEntity, train, talk } = createBots(app);
const { tryIt, bots } = endpoints;
let user: TestUser;
let botId: string;
let secretId: string;

const filler: NewIntent = {
  name: 'Speak to a person',
  phrases: ['let me talk to somebody', 'connect me with your staff', 'i want a real person', 'give me a human please'],
  response: 'One moment.',
  handsOver: true,
};

beforeAll(async () => {
  user = await makeUser();
  botId = (await makeBot(user, 'Travel')).id;
  const storyId = await makeStory(user, botId);
  const city = await makeEntity(user, botId, 'city', {
    Mumbai: ['bombay', 'mumbai'],
    Delhi: ['new delhi', 'delhi'],
    Chennai: ['madras', 'chennai'],
  });
  const secret = await makeEntity(
    user,
    botId,
    'pin',
    { PIN: [] },
    {
      isSensitive: true,
      values: [{ value: 'PIN', type: 'pattern', synonyms: [], pattern: ['\\b\\d{6}\\b'] }],
    },
  );
  secretId = secret.id;
  for (const intent of [...shopIntents, filler]) await makeIntent(user, botId, storyId, intent);
  await makeIntent(user, botId, storyId, {
    name: 'Book a flight',
    phrases: [
      'book a flight',
      'i want to fly to mumbai',
      'get me a plane ticket to delhi',
      'i need to fly on friday',
      'reserve a seat on a flight',
      'flight to chennai please',
      'book me a flight for tomorrow',
      'can you book plane tickets',
    ],
    response: 'Booked: a flight to {{city}} on {{day}}.',
    entities: [
      {
        id: city.id,
        name: 'city',
        required: true,
        value: '',
        prompts: ['Where do you want to go?', 'Which city: Mumbai, Delhi or Chennai?'],
      },
      { id: 'sys.date', name: 'day', required: true, value: '', prompts: ['On which day?'] },
    ],
  });
  await makeIntent(user, botId, storyId, {
    name: 'Unlock account',
    phrases: [
      'unlock my account',
      'my account is locked',
      'i am locked out',
      'please unlock my login',
      'the account got blocked',
      'open my blocked account',
    ],
    response: 'Your PIN {{pin}} is right. The account is open.',
    entities: [{ id: secret.id, name: 'pin', required: true, value: '', prompts: ['What is your PIN?'] }],
  });
  await train(user, botId);
});

test('TRYIT-009 TRYIT-012 TRYIT-014 TRYIT-015 one message is answered, in a session that goes on', async () => {
  const request = {
    message: { type: 'text', suggestionId: '', text: 'when are you open', lnCode: 'en' },
    sessionId: '',
    agentId: botId,
    metadata: { senderId: user.userId, timeZone: 'Asia/Kolkata', appId: 'console' },
  };
  const first = (await as(user).post('/chatbird/api/nlp/predictIntent', request)).json();
  expect(first).toMatchObject({
    status: true,
    code: '100',
    data: { output: { text: ['We are open from 9 to 18.'], source: [] }, details: null },
  });
  const { sessionId } = first.data;
  expect((await as(user).post(tryIt.predict.path, { ...request, sessionId })).json().data.sessionId).toBe(sessionId);
  const other = await makeUser({ enterprise: user });
  expect((await as(other).post(tryIt.predict.path, { ...request, sessionId })).json().data.sessionId).not.toBe(sessionId);
});

test('TRYIT-013 an empty message is refused', async () => {
  const answer = await as(user).post(tryIt.predict.path, { message: { text: '  ' }, agentId: botId });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
});

test('missing parameters are asked for, and the answer has them all', async () => {
  const say = talk(user, botId);
  expect((await say('book a flight')).output.text).toEqual(['Where do you want to go?']);
  expect((await say('bombay')).output.text).toEqual(['On which day?']);
  const done = await say('next friday');
  expect(done.output.text).toEqual(['Booked: a flight to Mumbai on Friday, 20 March 2026.']);
  expect(done.details).toMatchObject({
    intent: 'Book a flight',
    answeredBy: 'intent',
    entities: [{ entity: 'sys.date', parameter: 'day', start: 0, end: 11 }],
  });
});

test('parameters said at once are not asked for', async () => {
  expect((await talk(user, botId)('i want to fly to madras tomorrow')).output.text).toEqual([
    'Booked: a flight to Chennai on Thursday, 12 March 2026.',
  ]);
});

test('an answer that does not fill the question is asked again in other words, as often as configured, then a person takes over', async () => {
  const say = talk(user, botId);
  await say('book a flight');
  expect((await say('purple')).output.text).toEqual(['I did not get that.', 'Which city: Mumbai, Delhi or Chennai?']);
  expect((await say('hmm')).output.text).toEqual(['I did not get that.', 'Where do you want to go?']);
  await say('uff');
  const last = await say('mmh');
  expect(last).toMatchObject({ handsOver: true, output: { text: ['I will get a colleague for you.'] } });
});

test('a correction changes what was said, in the middle and afterwards', async () => {
  const say = talk(user, botId);
  await say('fly me to delhi, book a flight');
  expect((await say('no, to mumbai')).output.text).toEqual(['On which day?']);
  expect((await say('tomorrow')).output.text).toEqual(['Booked: a flight to Mumbai on Thursday, 12 March 2026.']);
  expect((await say('no, saturday')).output.text).toEqual(['Booked: a flight to Mumbai on Saturday, 14 March 2026.']);
});

test('another question in between is answered, and the first one taken up again', async () => {
  const say = talk(user, botId);
  await say('book a flight');
  expect((await say('what are your opening hours')).output.text).toEqual([
    'We are open from 9 to 18.',
    'Back to where we were. Where do you want to go?',
  ]);
  expect((await say('delhi')).output.text).toEqual(['On which day?']);
});

test('a task is cancelled in so many words', async () => {
  const say = talk(user, botId);
  await say('book a flight');
  expect(await say('never mind')).toMatchObject({
    output: { text: ['All right, I have cancelled that.'] },
    details: { answeredBy: 'cancel', state: { task: null } },
  });
});

test('an intent that hands over says so, and so does the wish for a person', async () => {
  expect(await talk(user, botId)('connect me with your staff')).toMatchObject({ handsOver: true, output: { text: ['One moment.'] } });
  expect(await talk(user, botId)('agent')).toMatchObject({ handsOver: true });
});

test('nonsense is refused with the out-of-scope message, and three times is enough', async () => {
  const say = talk(user, botId);
  const first = await say('qzx wvk plorf');
  expect(first.output.text).toEqual(['I am sorry, I did not understand that. Could you say it in other words?']);
  expect(first.details).toMatchObject({ isInScope: false, answeredBy: 'outOfScope' });
  await say('asdfgh jklqw');
  expect(await say('zzz zzz')).toMatchObject({ handsOver: true, output: { text: ['I will get a colleague for you.'] } });
});

test('a state survives: the session is a row, not the process’s memory', async () => {
  const say = talk(user, botId);
  const { sessionId } = await say('book a flight');
  const row = await app
    .contextOf(user)
    .read((tx) => tx.selectFrom('botSessions').select(['state', 'turnCount']).where('sessionId', '=', sessionId).executeTakeFirstOrThrow());
  expect(row).toMatchObject({ turnCount: 1, state: { task: { asking: 'city', filled: {} } } });
});

test('sensitive words are in no row of the report', async () => {
  const say = talk(user, botId);
  await say('my account is locked');
  const { sessionId, output } = await say('it is 482913');
  expect(output.text).toEqual(['Your PIN 482913 is right. The account is open.']);
  const rows = await app
    .contextOf(user)
    .read((tx) =>
      tx.selectFrom('botTurns').select(['text', 'reply']).where('sessionId', '=', sessionId).orderBy('askedAt').orderBy('turnId').execute(),
    );
  expect(rows.map(({ text }) => text)).toEqual(['my account is locked', 'it is •••']);
  expect(JSON.stringify(rows)).not.toContain('482913');
  expect(secretId).not.toBe('');
});

test('details say why: words, neighbours, ranking, emotions and the version', async () => {
  const { details } = await talk(user, botId)('thanks, but where is my parcel?');
  expect(details).toMatchObject({ intent: 'Track parcel', isInScope: true, language: 'en', script: 'latin', versionNumber: 1 });
  expect(details?.words.map(({ word }) => word)).toContain('parcel');
  expect(details?.nearest[0]).toMatchObject({ text: 'where is my parcel', intent: 'Track parcel' });
  expect(details?.ranking[0]?.intent).toBe('Track parcel');
  expect(details?.emotions.length).toBeGreaterThan(0);
  expect(details?.threshold).toBeGreaterThan(0);
});

test('a passage that has the question’s words is better than an intent that is only likely', async () => {
  const other = await makeUser();
  const id = (await makeBot(other, 'Knowing')).id;
  const storyId = await makeStory(other, id);
  for (const intent of shopIntents) await makeIntent(other, id, storyId, intent);
  const note = { title: 'Vouchers', text: 'Gift vouchers are valid for three years from the day of purchase.' };
  await as(other).post(`/chatbird/api/nlp/agent/${id}/knowledge`, note);
  await train(other, id);
  const say = talk(other, id);
  expect((await say('how long are gift vouchers valid?')).output.text).toEqual([
    'Gift vouchers are valid for three years from the day of purchase.',
  ]);
  expect((await say('where is my parcel')).output.text).toEqual(['Your parcel is on its way.']);
});

test('a quote that begins with a word for what stands above it says what that is', async () => {
  const other = await makeUser();
  const id = (await makeBot(other, 'Pointing')).id;
  const note = { title: 'Steam valve', text: 'It opens at two bar. Lime in the valve makes it open late.' };
  await as(other).post(`/chatbird/api/nlp/agent/${id}/knowledge`, note);
  await train(other, id);
  const { output } = await talk(other, id)('at how many bar does the steam valve open?');
  expect(output.text).toEqual([`**Steam valve**\n\n${note.text}`]);
  expect(output.sources).toEqual([{ label: 'Steam valve (extract)', url: '' }]);
});

test('a deleted text is quoted no more from then on, and one sentence is answered once', async () => {
  const other = await makeUser();
  const id = (await makeBot(other, 'Forgetting')).id;
  const text = 'Shoes can be returned within 45 days of purchase in their box.';
  const path = `/chatbird/api/nlp/agent/${id}/knowledge`;
  const add = async (title: string): Promise<string> => (await as(other).post(path, { title, text })).json().data.id;
  const [first, second] = [await add('Returns'), await add('Shoes')];
  await train(other, id);
  const say = talk(other, id);
  const ask = async () => (await say('Within how many days can shoes be returned?')).output.text;
  expect(await ask()).toEqual([text]);
  await as(other).delete(`${path}/${first}`);
  expect(await ask()).toEqual([text]);
  await as(other).delete(`${path}/${second}`);
  expect(await ask()).toEqual(['I am sorry, I did not understand that. Could you say it in other words?']);
});

test('a bot that was never trained says so', async () => {
  const { id } = await makeBot(user, 'Fresh');
  expect((await talk(user, id)('hello')).output.text).toEqual(['This agent is not trained yet.']);
  expect((await as(user).get(bots.get.path.replace(':agentId', id))).json().data.training.state).toBe('NOT_TRAINED');
});

test.each(['😀😀😀', 'मेरा पार्सल कहाँ है', 'where is मेरा parcel 📦', 'x'.repeat(10_000), '\u200b\u200b', '(((((', '{{city}} $day'])(
  '%s is answered without failing',
  async (text) => {
    const answer = await as(user).post(tryIt.predict.path, { message: { text }, agentId: botId, debug: true });
    expect(answer.statusCode).toBe(200);
  },
);
