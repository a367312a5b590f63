import {
  type BotCard,
  type Entity,
  endpoints,
  type Intent,
  type IntentSave,
  type Story,
  type Training,
  type TryItAnswer,
} from '@parley/contract';
import type { Response } from 'light-my-request';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { bots, stories, intents, entities, training, tryIt } = endpoints;

export type Phrases = (string | { utterance: string; entityRefs: { entityId: string; entityStartPos: number; entityEndPos: number }[] })[];
export type NewIntent = { name: string; phrases: Phrases; response?: string; entities?: IntentSave['entities']; handsOver?: boolean };

export const at = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? '');

/** The common steps of tests of bots, as people do them: over HTTP. */
export function createBots({ as }: Pick<TestApp, 'as'>) {
  const good = (answer: Response) => {
    expect(answer.json()).toMatchObject({ status: true, code: '100' });
    return answer.json().data;
  };

  const makeBot = async (user: TestUser, name = 'Helper', type: 'nlp' | 'prompt' = 'nlp'): Promise<BotCard> =>
    good(await as(user).post(bots.save.path, { name, description: 'Helps', type }));

  const getTree = async (user: TestUser, botId: string): Promise<Story> =>
    good(await as(user).get(at(stories.tree.path, { agentId: botId })));

  const makeStory = async (user: TestUser, botId: string, name = 'General'): Promise<string> =>
    good(await as(user).post(stories.save.path, { name, agentId: botId })).id;

  const toSave = (botId: string, storyId: string, { name, phrases, response, entities: parameters = [], handsOver }: NewIntent) => ({
    agentId: botId,
    storyId,
    name,
    utterances: phrases.map((phrase) =>
      typeof phrase === 'string' ? { utterance: phrase, entityDefined: false, entityRefs: [] } : { entityDefined: true, ...phrase },
    ),
    responses: response === undefined ? [] : [{ response }],
    ...(parameters.length > 0 ? { entities: parameters } : {}),
    ...(handsOver === undefined ? {} : { handsOver }),
  });

  const makeIntent = async (user: TestUser, botId: string, storyId: string, intent: NewIntent): Promise<Intent> =>
    good(await as(user).post(intents.save.path, toSave(botId, storyId, intent)));

  const makeEntity = async (
    user: TestUser,
    botId: string,
    name: string,
    values: Record<string, string[]>,
    more: object = {},
  ): Promise<Entity> =>
    good(
      await as(user).post(entities.save.path, {
        agentId: botId,
        name,
        values: Object.entries(values).map(([value, synonyms]) => ({ value, type: 'synonyms', synonyms, pattern: [] })),
        ...more,
      }),
    );

  /** Waits for the end of a training, which the call itself does for half a minute. */
  const train = async (user: TestUser, botId: string): Promise<Training> => {
    const asked: Training = good(await as(user).get(at(training.train.path, { agentId: botId })));
    const isOver = ({ phase }: Training) => phase !== 'QUEUED' && phase !== 'RUNNING';
    if (isOver(asked)) return asked;
    return vi.waitFor(async () => {
      const now: Training = good(await as(user).get(at(training.current.path, { agentId: botId }))).training;
      expect(now).toSatisfy(isOver);
      return now;
    }, 200_000);
  };

  /** A trained bot of some intents, with its story. */
  async function makeTrained(user: TestUser, wanted: readonly NewIntent[], name = 'Helper'): Promise<{ botId: string; storyId: string }> {
    const { id: botId } = await makeBot(user, name);
    const storyId = await makeStory(user, botId);
    for (const intent of wanted) await makeIntent(user, botId, storyId, intent);
    expect(await train(user, botId)).toMatchObject({ phase: 'DONE' });
    return { botId, storyId };
  }

  /** A conversation of Try it: each call is one message, in one session. */
  function talk(user: TestUser, botId: string) {
    let sessionId = '';
    return async (text: string): Promise<TryItAnswer> => {
      const answer: TryItAnswer = good(
        await as(user).post(tryIt.predict.path, {
          message: { type: 'text', suggestionId: '', text, lnCode: 'en' },
          sessionId,
          agentId: botId,
          metadata: { senderId: user.userId, timeZone: 'Asia/Kolkata', appId: 'test' },
          debug: true,
        }),
      );
      sessionId = answer.sessionId;
      return answer;
    };
  }

  return { makeBot, getTree, makeStory, toSave, makeIntent, makeEntity, train, makeTrained, talk };
}

/** A small shop: enough phrases for a model that tells its intents apart. */
export const shopIntents: readonly NewIntent[] = [
  {
    name: 'Opening hours',
    phrases: [
      'when are you open',
      'what are your opening hours',
      'until when is the shop open today',
      'are you open on sunday',
      'what time do you close',
      'opening times please',
      'is the store open now',
      'when do you open in the morning',
    ],
    response: 'We are open from 9 to 18.',
  },
  {
    name: 'Return goods',
    phrases: [
      'i want to return my shoes',
      'how can i send something back',
      'i would like a refund',
      'can i exchange this for another size',
      'return policy',
      'the jacket does not fit and i want my money back',
      'how long can i return an item',
      'send back an order',
    ],
    response: 'You can return anything within **30 days**.',
  },
  {
    name: 'Track parcel',
    phrases: [
      'where is my parcel',
      'track my order',
      'when will my package arrive',
      'has my order been shipped',
      'my delivery is late',
      'what is the status of my shipment',
      'i am still waiting for my package',
      'where can i see the tracking number',
    ],
    response: 'Your parcel is on its way.',
  },
];
