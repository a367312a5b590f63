/** The words of customers and agents of the demo's shop. All of it is invented. */

/** Questions that the demo's bot knows an answer to. */
export const understood = [
  'hello, when are you open on saturday?',
  'what time do you close today',
  'dukan kab khulti hai',
  'are you open on sundays',
  'how much does the cotton kurta cost',
  'do you have any discounts this week',
  'iska daam kya hai',
  'where is my parcel',
  'order kab aayega',
  'my delivery is late, where is it',
  'how do i send something back',
  'i want to return the sandals',
  'can i get a refund',
  'mujhe paise wapas chahiye',
  'how long are gift vouchers valid',
  'how many points do i get in the loyalty club',
  'can i cancel my order',
  'मेरा पार्सल कहाँ है',
] as const;

/** Questions that it has no answer to yet; several ask for the same, so that they are found as one group. */
export const unknown = [
  'do you sew curtains to measure',
  'who sews curtains to measure',
  'we need curtains sewn to measure',
  'is there parking for a bus near the market',
  'where can we park a bus',
  'do you lend out wedding turbans',
  'wedding turbans on loan?',
  'which monsoon umbrella survives the coast',
  'do you engrave steel lunch boxes',
  'can you engrave a name on a lunch box',
] as const;

export const upset = [
  'this is terrible, nobody has helped me for three days',
  'i am so angry, the delivery never came',
  'very disappointed, the blouse is torn',
  'worst service, i am really annoyed',
] as const;

export const pleased = ['thank you so much, that helped', 'great, thanks', 'wonderful, i love this shop', 'perfect, thanks a lot'] as const;

export const askForPerson = ['agent', 'I want to talk to a person', 'please connect me to an agent', 'agent please'] as const;

export type Topic = {
  opening: string;
  replies: readonly string[];
  /** The customer's words between the agent's replies */
  answers: readonly string[];
  tag: string;
  note: string;
};

/** Topics that customers bring to an agent. */
export const topics: readonly Topic[] = [
  {
    opening: 'My order A-1187 has not arrived although the app says delivered.',
    replies: [
      'I am sorry about that. Let me check with the courier.',
      'It lies at the neighbouring shop; it will be with you by six this evening.',
    ],
    answers: ['It was promised for yesterday.'],
    tag: 'Delivery',
    note: 'Courier left the parcel with a neighbour.',
  },
  {
    opening: 'The kurta I received is size M, I ordered L.',
    replies: ['Thank you for telling us. Shall I send the right size today?', 'Done. Please hand the other one to the courier.'],
    answers: ['Yes please, I need it for a wedding.'],
    tag: 'Exchange',
    note: 'Size L sent, M comes back with the courier.',
  },
  {
    opening: 'Can I get an invoice with our GST number for the office order?',
    replies: ['Of course. Which name shall be on it?', 'The invoice is on its way to your e-mail address.'],
    answers: ['The same name as on the order.'],
    tag: 'Invoice',
    note: '',
  },
  {
    opening: 'The pressure cooker leaks at the lid.',
    replies: [
      'That should not be. Did you try the second gasket in the box?',
      'Then we exchange it. A courier collects it tomorrow morning.',
    ],
    answers: ['Yes, it leaks with both.'],
    tag: 'Exchange',
    note: 'Faulty lid, exchanged under warranty.',
  },
  {
    opening: 'When will the blue bedsheets be back in stock?',
    replies: ['They arrive next Tuesday. Shall I put one set aside for you?', 'Two sets are put aside under your name.'],
    answers: ['Two sets, king size.'],
    tag: 'Stock',
    note: 'Two sets put aside.',
  },
  {
    opening: 'I was charged twice for the same order.',
    replies: ['I see both payments. One of them is only reserved.', 'It is released within three working days; I have noted your case.'],
    answers: ['Please make sure, it is a large amount for me.'],
    tag: 'Payment',
    note: 'Second payment was a reservation.',
  },
];

export const comments = ['Quick and friendly', 'Solved my problem', 'Took a while, but helpful', 'Very patient', ''] as const;
export const badComments = ['I had to wait too long', 'My question is still open'] as const;
export const pages = [
  { pageUrl: 'https://shop.example/kurtas', pageTitle: 'Kurtas' },
  { pageUrl: 'https://shop.example/orders', pageTitle: 'My orders' },
  { pageUrl: 'https://shop.example/kitchen', pageTitle: 'Kitchen' },
] as const;

/** Answers of people to the survey: promoters, others with a reason or without one, and people who do not answer. */
export const surveys: readonly (readonly string[])[] = [
  ['survey', '10'],
  ['survey', '9'],
  ['survey', '9'],
  ['survey', 'maybe', '10'],
  ['survey', '7', 'The parcel came a day late'],
  ['survey', '6', 'More sizes, please'],
  ['survey', '3', 'Nobody answered my mail'],
  ['survey', '5'],
  ['survey', 'no idea'],
  ['survey'],
];

/** Words of people who walk through the streams of a shop, from the one that begins each. */
export const orders: readonly (readonly string[])[] = [
  ['return', 'P000001', 'size'],
  ['return', '123', 'P000417'],
  ['loan', '45000', '12000', '24'],
  ['loan', '45000'],
];
