import type { IntentParameter } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../src/context.ts';
import {
  addBot,
  addNoteSource,
  newIntent,
  queueTraining,
  type ReadEntity,
  type ReadIntent,
  touchBot,
  writeData,
} from '../src/domains/bot/door.ts';
import { setBotChannels } from '../src/domains/channel/door.ts';

const say = (name: string, story: string, phrases: readonly string[], response: string, more: Partial<ReadIntent> = {}): ReadIntent =>
  newIntent(name, { story, response, phrases: phrases.map((text) => ({ text, refs: [] })), ...more });

const ask = (entity: string, name: string, ...prompts: string[]): Omit<IntentParameter, 'id' | 'value'> & { entity: string } => ({
  entity,
  name,
  required: true,
  prompts,
});

const windows: ReadEntity = {
  name: 'delivery window',
  isSensitive: false,
  values: [
    { value: 'Morning', type: 'synonyms', synonyms: ['morning', 'before noon', 'forenoon', 'subah', 'सुबह'], pattern: [] },
    { value: 'Afternoon', type: 'synonyms', synonyms: ['afternoon', 'after lunch', 'dopahar', 'दोपहर'], pattern: [] },
    { value: 'Evening', type: 'synonyms', synonyms: ['evening', 'after work', 'shaam', 'शाम'], pattern: [] },
  ],
};

const intents: ReadIntent[] = [
  say(
    'Greeting',
    'Small talk',
    [
      'hello',
      'hi there',
      'hey',
      'good morning',
      'good evening',
      'namaste',
      'namaskar',
      'नमस्ते',
      'hi, anybody there?',
      'hello, can you help me?',
    ],
    'Hello! I can help with **opening hours**, **delivery**, **returns** and **prices**. Write "agent" at any time to talk to a person.',
  ),
  say(
    'Thanks',
    'Small talk',
    [
      'thank you',
      'thanks a lot',
      'many thanks',
      'great, thank you',
      'that helped, thanks',
      'dhanyavaad',
      'shukriya',
      'धन्यवाद',
      'perfect, thanks',
    ],
    'You are welcome! Is there anything else?',
  ),
  say(
    'Goodbye',
    'Small talk',
    ['bye', 'goodbye', 'see you later', 'that is all, bye', 'talk to you soon', 'alvida', 'phir milenge', 'अलविदा', 'bye for now'],
    'Goodbye, and have a nice day!',
  ),
  say(
    'Opening hours',
    'Shop',
    [
      'when are you open',
      'what are your opening hours',
      'until what time is the shop open',
      'are you open on sundays',
      'when do you close today',
      'what time does the store open in the morning',
      'is the shop open on holidays',
      'business hours please',
      'dukan kab khulti hai',
      'aap kitne baje tak khule hain',
      'दुकान कब खुलती है',
      'timings of the shop',
    ],
    'We are open **Monday to Saturday, 9:00 to 18:00**.',
  ),
  say(
    'Prices',
    'Shop',
    [
      'how much does it cost',
      'what is the price of this',
      'do you have any discounts',
      'is there an offer at the moment',
      'are taxes included in the price',
      'price list please',
      'can i get it cheaper',
      'iska daam kya hai',
      'kitne ka hai',
      'कीमत क्या है',
      'how expensive is it',
    ],
    'All prices are on the product pages and include taxes. Delivery is free above 50.',
  ),
  say(
    'Delivery',
    'Orders',
    [
      'where is my parcel',
      'how can i track my order',
      'when will my package arrive',
      'how long does delivery take',
      'my delivery is late',
      'has my order been shipped yet',
      'where do i find the tracking number',
      'the parcel has not arrived',
      'mera parcel kahan hai',
      'order kab aayega',
      'मेरा पार्सल कहाँ है',
      'shipping status of my order',
    ],
    'Delivery takes **two to four working days**. You find the tracking link in your order e-mail.',
  ),
  say(
    'Returns',
    'Orders',
    [
      'i want to return an item',
      'how do i send something back',
      'can i get a refund',
      'i would like to exchange this for another size',
      'what is your return policy',
      'the shoes do not fit, i want my money back',
      'how many days do i have to return',
      'when is the refund paid',
      'wapas karna hai',
      'paise wapas chahiye',
      'मुझे सामान वापस करना है',
      'the item is damaged and i want to send it back',
    ],
    'You can return anything within **30 days**. The refund follows within five working days after we have it back.',
  ),
  say(
    'Choose a delivery slot',
    'Orders',
    [
      'i want to choose a delivery slot',
      'deliver it tomorrow morning please',
      'can you deliver on friday evening',
      'change the day of my delivery',
      'reschedule the delivery',
      'bring the parcel on saturday afternoon',
      'i am not at home, deliver another day',
      'book a time for my delivery',
      'delivery ka din badalna hai',
      'kal shaam ko deliver karo',
      'डिलीवरी का दिन बदलना है',
    ],
    'Noted: we deliver on **{{day}}** in the **{{window}}**.',
    {
      parameters: [
        ask('sys.date', 'day', 'On which day shall we deliver?', 'Please name a day, such as tomorrow or Friday.'),
        ask('delivery window', 'window', 'In the morning, in the afternoon or in the evening?'),
      ],
    },
  ),
];

const policy = `The loyalty club is free. Members collect one point for each unit spent, and a hundred points are worth five units on the next order.

Gift vouchers are valid for three years from the day of purchase. A voucher can be used in several steps; what is left stays on it.

Repairs of electric devices take about ten working days. Within the warranty of two years repairs cost nothing.

Orders can be cancelled until the parcel has left the warehouse, which is mostly the evening of the same day.`;

/**
 * A bot to look around in, trained as soon as a worker is there.
 * @param channelIds the channels that it answers
 * @returns its id
 */
export async function seedDemoBot(ctx: EnterpriseContext, tx: Tx, channelIds: readonly string[]): Promise<string> {
  const { enterpriseId } = ctx;
  const by = { userId: null, now: ctx.now() };
  const botId = await addBot(
    tx,
    enterpriseId,
    { name: 'Shop assistant', description: 'Answers questions of the demo shop', type: 'nlp' },
    by,
  );
  await writeData(ctx, tx, botId, { intents, entities: [windows], report: [] });
  await addNoteSource(ctx, tx, botId, { title: 'Club, vouchers, repairs', text: policy });
  await touchBot(tx, enterpriseId, botId, by);
  await queueTraining(ctx, tx, botId, null);
  await setBotChannels(ctx, tx, botId, channelIds);
  return botId;
}
