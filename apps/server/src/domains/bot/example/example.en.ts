import type { BotExample } from '@parley/contract';
import { ask, type Example, intentsOf, listOf } from './example.build.ts';

const outOfScope = 'I am sorry, I did not understand that. Could you say it in other words, or write "agent" to talk to a person?';
const greeting = {
  name: 'Greeting',
  phrases: ['hello', 'hi there', 'hey', 'good morning', 'good evening', 'hi, is anybody there', 'hello, can you help me'],
};
const person = {
  name: 'Talk to a person',
  phrases: [
    'i want to talk to somebody',
    'connect me with your staff',
    'give me a real person',
    'can i speak to a colleague',
    'let me talk to a human',
  ],
  answer: 'One moment, I will get a colleague for you.',
  handsOver: true,
};

export const english: Record<BotExample, Example> = {
  shop: {
    outOfScope,
    entities: [
      listOf('product', {
        Shoes: ['shoes', 'shoe', 'trainers', 'boots'],
        Shirt: ['shirt', 'shirts', 't-shirt', 'blouse'],
        Bag: ['bag', 'bags', 'backpack', 'purse'],
      }),
    ],
    intents: [
      ...intentsOf('Questions of customers', [
        { ...greeting, answer: 'Hello! Ask me about **opening hours**, **delivery**, **returns** or **payment**.' },
        {
          name: 'Opening hours',
          phrases: [
            'when are you open',
            'what are your opening hours',
            'are you open on sunday',
            'what time do you close',
            'until when is the shop open today',
            'opening times please',
          ],
          answer: 'We are open from Monday to Saturday, from **10 to 20**.',
        },
        {
          name: 'Delivery',
          phrases: [
            'how long does delivery take',
            'when will my order arrive',
            'do you deliver to my city',
            'what does shipping cost',
            'where is my parcel',
            'is delivery free',
          ],
          answer: 'Delivery takes **2 to 4 days** and is free from an order of 1,000.',
        },
        {
          name: 'Payment',
          phrases: [
            'how can i pay',
            'do you take cards',
            'can i pay cash on delivery',
            'is upi accepted',
            'which payment methods do you have',
            'can i pay by instalments',
          ],
          answer: 'You can pay by card, by UPI, or in cash when your order arrives.',
        },
        person,
      ]),
      ...intentsOf('Returns', [
        {
          name: 'Return goods',
          phrases: [
            'i want to return my [shoes](product)',
            'how can i send back a [shirt](product)',
            'the [bag](product) is broken',
            'my [shirt](product) does not fit',
            'i want my money back',
            'can i exchange this for another size',
          ],
          answer: 'You can return your {{product}} within **30 days**: bring it to the shop, or write "agent" for a return label.',
          asks: [ask('product', 'product', 'What do you want to return: shoes, a shirt or a bag?')],
        },
      ]),
    ],
  },
  appointment: {
    outOfScope,
    entities: [
      listOf('service', {
        'Check-up': ['check-up', 'checkup', 'examination', 'inspection'],
        Consultation: ['consultation', 'advice', 'talk'],
        Treatment: ['treatment', 'therapy', 'session'],
      }),
    ],
    intents: [
      ...intentsOf('Appointments', [
        {
          name: 'Book an appointment',
          phrases: [
            'i want to book an appointment',
            'make an appointment for a [check-up](service)',
            'can i come in for a [consultation](service)',
            'i need a [treatment](service)',
            'do you have a free slot tomorrow',
            'reserve a time for me',
            'i would like to see somebody on friday',
          ],
          answer: 'Your {{service}} is noted for **{{time}}**, {{name}}. We look forward to seeing you.',
          asks: [
            ask('service', 'service', 'What is it for: a check-up, a consultation or a treatment?'),
            ask('sys.datetime', 'time', 'When would you like to come?', 'Which day and what time suit you?'),
            ask('sys.person', 'name', 'What is your name?'),
          ],
        },
        {
          name: 'Cancel an appointment',
          phrases: [
            'i cannot come to my appointment',
            'please cancel my appointment',
            'i have to call off my visit',
            'my appointment does not work for me any more',
            'can i cancel the booking of tomorrow',
          ],
          answer: 'No problem. Please tell a colleague which appointment it is, I will get one for you.',
          handsOver: true,
        },
      ]),
      ...intentsOf('Questions', [
        { ...greeting, answer: 'Hello! I can **book an appointment** for you, or tell you **where** and **when** to find us.' },
        {
          name: 'Opening hours',
          phrases: [
            'when are you open',
            'what are your opening hours',
            'are you open on saturday',
            'until when can i come',
            'what time do you start in the morning',
          ],
          answer: 'We are here from Monday to Friday, from **9 to 18**.',
        },
        {
          name: 'Address',
          phrases: ['where are you', 'what is your address', 'how do i get to you', 'where can i park', 'is there a bus to your place'],
          answer: 'You find us at **12 Station Road**, opposite the post office. There is a car park behind the house.',
        },
        person,
      ]),
    ],
  },
};
