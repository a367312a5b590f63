import { endpoints, type JourneyItem, type TemplateComponent } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { createStreamScenes, end, makeStream, say } from '../../../../test/journeys.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 100_000 },
  now: () => new Date(Date.now() + clock.ahead),
});
const { as } = app;
const { scene, started, until } = createCampaigns(app, vendors);
const { makeTemplate } = createVendorScenes(app, vendors);
const { publish, phoneOf, walksOf, becomes, walks } = createStreamScenes(app, vendors);
const { publishing, journeys, journeyMonitor } = endpoints;

const yes = { type: 'QUICK_REPLY' as const, text: 'Yes', payload: 'yes', url: '', phoneNumber: '', example: '' };
const buttons: TemplateComponent[] = [body('Hello'), { type: 'BUTTONS', buttons: [yes] }];
const saying = (words: string) => makeStream({ say00001: say(words, 'end00001'), end00001: end() });

test('journeys 2 an answer to a campaign begins a stream: the message that is answered, or the first one within the hours of the rule', async () => {
  const made = await scene({ people: 3 });
  const { admin, channelId } = made;
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const template = await makeTemplate(admin, channelId, buttons);
  /** A campaign whose messages left so long ago. */
  const sent = async (hoursAgo: number): Promise<string> => {
    clock.ahead = -hoursAgo * 3_600_000;
    const { id, campaignId } = await started({ ...made, template });
    await until(made.checker, id, ({ isCompleted, counts }) => isCompleted && counts.read === counts.audience);
    clock.ahead = 0;
    return campaignId;
  };
  const [early, late] = [await sent(6), await sent(4)];
  const [earlyStream, lateStream] = [
    await publish(made, '', saying('Of the early one'), 'api'),
    await publish(made, '', saying('Of the late one'), 'api'),
  ];
  await publish(made, 'hello', saying('Of the word'));
  const attach = async (journeyId: string, campaignId: string, more: object = {}) =>
    (await as(admin).post(publishing.attach.path, { journeyId, channelId, kind: 'campaign', campaignId, hours: '5', ...more })).json();
  const attached = await attach(earlyStream, early);
  expect(attached.data).toMatchObject({
    kind: 'campaign',
    word: early,
    about: expect.stringMatching(/^Campaign \d+$/),
    settings: { hours: 5 },
    link: '',
  });
  expect((await attach(lateStream, late)).status).toBe(true);

  // Refused: one that another stream has, one of another enterprise, none, and too many hours.
  expect((await attach(lateStream, early)).code).toBe('journey.entry_conflict');
  expect((await attach(lateStream, admin.enterpriseId)).code).toBe('campaign.not_found');
  expect([(await attach(lateStream, '')).code, (await attach(lateStream, late, { hours: 169 })).code]).toEqual([
    'request.invalid',
    'request.invalid',
  ]);
  const item = (await as(admin).get(journeys.get.path.replace(':journeyId', earlyStream))).json().data as JourneyItem;
  expect(item.entries.find(({ kind }) => kind === 'campaign')).toMatchObject({ word: early, about: attached.data.about });
  // The early one is too long ago; the late one's stream begins with the first message alone.
  const first = phoneOf(made, numberAt(1));
  await first.say('hello');
  await first.shownLast('Of the late one');
  await becomes(made, 'COMPLETED');
  const [walk] = await walks(admin);
  const { lost } = (await as(admin).get(journeyMonitor.get.path.replace(':instanceId', walk?.id ?? ''))).json().data;
  expect(lost).toEqual([{ journeyName: 'hello', reason: 'LATER_RULE' }]);
  await first.say('hello');
  await first.shownLast('Of the word');

  // The button's own walk gets the press, however long ago its message left.
  const second = phoneOf(made, numberAt(2));
  await second.press('Yes', 'oldest');
  await second.shownLast('Of the early one');
  // An answer by the button of the other one is one too, though it is not the first message.
  await second.press('Yes', 'newest');
  await second.shownLast('Of the late one');

  await becomes(made, 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED');
  expect((await walksOf(made)).map(({ journeyId }) => journeyId).filter((id) => id === lateStream)).toHaveLength(2);
});
