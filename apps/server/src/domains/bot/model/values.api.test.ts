import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeEntity, train, talk } = createBots(app);
const { training, intents } = endpoints;

/** `[words](entity)` marks a value. */
const phrases: Record<string, string[]> = {
  'order.add': [
    'i want [masala dosa](dish)',
    'add two [idli](dish) to my order',
    'please get me a [mango lassi](dish)',
    'can i have [masala dosa](dish)',
    'one more [masala dosa](dish)',
  ],
  'order.remove': [
    'remove the [rava dosa](dish)',
    'take [rava dosa](dish) off my order',
    'i do not need the [butter naan](dish) any more',
    'no [rava dosa](dish) after all',
    'drop the [vada](dish)',
  ],
  'menu.price': [
    'how much is the [paneer tikka](dish)',
    'what does [veg biryani](dish) cost',
    'price of [paneer tikka](dish)',
    'tell me the price of one [samosa](dish)',
  ],
};
const dishes: Record<string, string[]> = {
  'masala dosa': ['masala dosa'],
  'rava dosa': ['rava dosa', 'sooji dosa'],
  idli: ['idli', 'idly'],
  'mango lassi': ['mango lassi', 'lassi'],
  'butter naan': ['butter naan', 'naan'],
  vada: ['vada'],
  'paneer tikka': ['paneer tikka'],
  'veg biryani': ['veg biryani', 'vegetable biryani'],
  samosa: ['samosa'],
  uttapam: ['uttapam'],
};

function readMarks(marked: string) {
  const refs: { entityId: string; entityStartPos: number; entityEndPos: number; parameter: string }[] = [];
  let text = '';
  let last = 0;
  for (const { index, 0: whole, 1: words = '', 2: entity = '' } of marked.matchAll(/\[([^\]]+)\]\((\w+)\)/g)) {
    text += marked.slice(last, index);
    refs.push({ entityId: entity, entityStartPos: text.length, entityEndPos: text.length + words.length - 1, parameter: entity });
    text += words;
    last = index + whole.length;
  }
  return { utterance: text + marked.slice(last), entityRefs: refs };
}

const exported = {
  format: 'parley.bot/1',
  intents: Object.entries(phrases).map(([name, list]) => ({
    name,
    story: 'Food',
    utterances: list.map(readMarks),
    response: `${name} $dish`,
    parameters: [{ entity: 'dish', name: 'dish', required: false, prompts: ['Which dish?'] }],
  })),
  entities: [
    {
      name: 'dish',
      values: Object.entries(dishes).map(([value, synonyms]) => ({ value, type: 'synonyms', synonyms, pattern: [] })),
    },
  ],
};

test.each([
  ['i want two rava dosa', 'order.add rava dosa'],
  ['add a vada to my order', 'order.add vada'],
  ['please get me a sooji dosa', 'order.add rava dosa'],
  ['can i have vegetable biryani', 'order.add veg biryani'],
  ['one more uttapam', 'order.add uttapam'],
  ['remove the masala dosa', 'order.remove masala dosa'],
  ['take idly off my order', 'order.remove idli'],
  ['no uttapam after all', 'order.remove uttapam'],
  ['how much is the masala dosa', 'menu.price masala dosa'],
  ['what does rava dosa cost', 'menu.price rava dosa'],
  ['price of vadaa', 'menu.price vada'],
])('a value seen under one intent alone does not decide: "%s"', async (text, reply) => {
  const { user, botId } = await foodBot();
  expect((await talk(user, botId)(text)).output.text).toEqual([reply]);
});

let made: ReturnType<typeof makeFoodBot> | undefined;
const foodBot = () => (made ??= makeFoodBot());
async function makeFoodBot() {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Food');
  const file = upload('food.json', JSON.stringify(exported));
  expect((await as(user).post(at(training.importData.path, { agentId: botId }), ...file)).json()).toMatchObject({ status: true });
  await train(user, botId);
  return { user, botId };
}

test('a mark that overlaps another, is empty or lies outside its phrase is refused by name', async () => {
  const user = await makeUser();
  const { id: agentId } = await makeBot(user, 'Marks');
  const storyId = await makeStory(user, agentId);
  const { id: entityId } = await makeEntity(user, agentId, 'dish', { idli: ['idli'] });
  const mark = (entityStartPos: number, entityEndPos: number) => ({ entityId, entityStartPos, entityEndPos, parameter: 'dish' });
  const save = async (entityRefs: object[]) =>
    (
      await as(user).post(intents.save.path, {
        agentId,
        storyId,
        name: 'Order',
        utterances: [
          { utterance: 'some idli please', entityDefined: true, entityRefs },
          { utterance: 'an order', entityDefined: false, entityRefs: [] },
        ],
        entities: [{ id: entityId, name: 'dish', required: false, value: '', prompts: ['Which?'] }],
      })
    ).json();
  for (const refs of [[mark(5, 8), mark(7, 10)], [mark(5, 4)], [mark(5, 40)], [mark(4, 4)]])
    expect(await save(refs)).toMatchObject({
      status: false,
      code: 'intent.invalid',
      data: { errors: [{ field: 'utterances.0', code: 'intent.mark_misplaced' }] },
    });
  expect(await save([mark(5, 8)])).toMatchObject({ status: true });
});
