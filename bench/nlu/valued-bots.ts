import type { CustomEntity } from '../../packages/nlu/src/index.ts';

/**
 * Bots whose phrases carry values of lists, and requests that somebody makes of them: the values of a list are dealt unevenly to the intents,
 * as a builder's first phrases do. Written for this package. `[words](entity)` marks a value; requests carry no marks.
 */
export type ValuedBot = {
  name: string;
  entities: Record<string, readonly string[]>;
  /** Marked phrases and requests of each intent. */
  intents: Record<string, { phrases: readonly string[]; requests: readonly string[] }>;
  strangers: readonly string[];
};

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A list's values with their synonyms: `name=synonym,synonym`. */
const list = (text: string): string[] => text.split('|');

const food: ValuedBot = {
  name: 'food orders',
  entities: {
    dish: list(
      'masala dosa=dosa masala|rava dosa=sooji dosa|idli=idly|uttapam=utappam|filter coffee=kaapi|paneer tikka|veg biryani=vegetable biryani|butter naan=naan|gulab jamun=jamun|mango lassi=lassi|samosa|vada=medu vada',
    ),
    size: list('small=single|medium=regular|large=big,family'),
    topping: list('extra cheese=cheese|onion|coriander=dhania|green chutney=chutney|sambar'),
  },
  intents: {
    'order.add': {
      phrases: lines(`i want [masala dosa](dish)
        add two [idli](dish) to my order
        please get me a [large](size) [mango lassi](dish)
        can i have [masala dosa](dish) with [sambar](topping)
        one more [masala dosa](dish)
        i would like to order [idli](dish)
        [idli](dish) and a coffee please
        put [masala dosa](dish) in the basket`),
      requests: lines(`i want two rava dosa
        add a vada to my order
        please get me butter naan
        can i have gulab jamun
        one more filter coffee
        i would like to order paneer tikka
        put uttapam in the basket
        i want a samosa with green chutney
        get me a large lassi
        three veg biryani please`),
    },
    'order.remove': {
      phrases: lines(`remove the [rava dosa](dish)
        take [rava dosa](dish) off my order
        i do not want the [butter naan](dish) any more
        delete [gulab jamun](dish) from the basket
        no [rava dosa](dish) after all
        drop the [vada](dish)
        leave the [filter coffee](dish) out`),
      requests: lines(`remove the masala dosa
        take idli off my order
        i do not want the mango lassi any more
        delete veg biryani from the basket
        no samosa after all
        drop the idly
        leave the paneer tikka out
        please remove one masala dosa`),
    },
    'menu.price': {
      phrases: lines(`how much is the [paneer tikka](dish)
        what does [veg biryani](dish) cost
        price of [paneer tikka](dish)
        what do you charge for a [large](size) [veg biryani](dish)
        is the [samosa](dish) expensive
        tell me the price of one [samosa](dish)`),
      requests: lines(`how much is the masala dosa
        what does rava dosa cost
        price of idli
        what do you charge for a filter coffee
        tell me the price of one gulab jamun
        how much is a mango lassi
        what is the price of butter naan`),
    },
    'order.topping': {
      phrases: lines(`with [extra cheese](topping) please
        put [onion](topping) on top
        more [coriander](topping) on the [uttapam](dish)
        i like it with [extra cheese](topping)
        can you put [onion](topping) on the [uttapam](dish)
        [coriander](topping) on top of it`),
      requests: lines(`with green chutney please
        put sambar on top
        more dhania on the masala dosa
        i like it with onion
        can you put chutney on the idli`),
    },
    'order.size': {
      phrases: lines(`make it [medium](size)
        the [medium](size) one
        change the size to [small](size)
        i meant a [small](size) portion
        as a [medium](size) please
        [small](size) is enough for me`),
      requests: lines(`make it large
        the family one
        change the size to big
        i meant a large portion
        as a large please
        regular is enough for me`),
    },
  },
  strangers: lines(`what is the weather in pune
    i want to book a flight
    how old are you
    my phone is broken
    sing me a song
    who won the match yesterday
    two plus two
    do you repair bicycles
    i lost my passport
    where is the nearest bank`),
};

const bookings: ValuedBot = {
  name: 'bookings',
  entities: {
    city: list('mumbai=bombay|delhi=new delhi|chennai=madras|kolkata=calcutta|bengaluru=bangalore|pune|jaipur|kochi=cochin|hyderabad|goa'),
    vehicle: list('train=rail|bus=coach|flight=plane,aeroplane|cab=taxi'),
    class: list('sleeper|first class=first|business class=business|economy=coach class'),
  },
  intents: {
    'trip.book': {
      phrases: lines(`book a [train](vehicle) to [mumbai](city)
        i need a ticket from [mumbai](city) to [delhi](city)
        reserve two seats to [delhi](city) for tomorrow
        i want to travel to [mumbai](city) by [train](vehicle)
        get me a [train](vehicle) from [delhi](city)
        please book a seat in [sleeper](class)
        ticket to [delhi](city) please`),
      requests: lines(`book a flight to kochi
        i need a ticket from pune to jaipur
        reserve two seats to goa for monday
        i want to travel to chennai by bus
        get me a cab from hyderabad
        please book a seat in business class
        ticket to calcutta please
        book two bus tickets to bangalore for friday`),
    },
    'trip.cancel': {
      phrases: lines(`cancel my [bus](vehicle) to [pune](city)
        i no longer want to go to [pune](city)
        please cancel the ticket to [jaipur](city)
        call off the trip to [goa](city)
        i will not take the [bus](vehicle) on friday
        my trip to [goa](city) is off, refund it`),
      requests: lines(`cancel my train to mumbai
        i no longer want to go to delhi
        please cancel the ticket to kolkata
        call off the trip to chennai
        i will not take the flight on monday
        my trip to bengaluru is off, refund it
        cancel my cab`),
    },
    'trip.change': {
      phrases: lines(`move my [flight](vehicle) to sunday
        can i travel on 5 december instead
        change the [flight](vehicle) from [kolkata](city) to the evening
        i would rather leave [kolkata](city) at 6 pm
        make it one day later
        upgrade me to [first class](class)`),
      requests: lines(`move my train to saturday
        can i travel on 9 january instead
        change the bus from pune to the morning
        i would rather leave mumbai at 9 am
        make it two days later
        upgrade me to business class
        move my cab to 7 pm`),
    },
    'trip.duration': {
      phrases: lines(`how long does the [cab](vehicle) to [chennai](city) take
        how many hours is it to [chennai](city)
        what is the travel time from [bengaluru](city) to [chennai](city)
        when will i reach [bengaluru](city)
        how far is [hyderabad](city) by [cab](vehicle)`),
      requests: lines(`how long does the train to delhi take
        how many hours is it to mumbai
        what is the travel time from pune to goa
        when will i reach jaipur
        how far is cochin by bus
        how long is the flight to kolkata`),
    },
    'trip.food': {
      phrases: lines(`is there food in [economy](class)
        do you serve dinner in [business class](class)
        can i eat something on board
        is breakfast part of the ticket in [economy](class)
        what meals do you have`),
      requests: lines(`is there food in first class
        do you serve dinner in sleeper
        is breakfast part of the ticket in first
        what meals do you have on the train`),
    },
  },
  strangers: lines(`i want two pizzas
    reset my password
    is it legal to fly a drone
    how much is 200 dollars in rupees
    tell me a joke
    my tooth hurts
    who is the mayor of paris
    open a savings account
    the printer does not work
    what is the capital of peru`),
};

const transfers: ValuedBot = {
  name: 'transfers',
  entities: {
    account: list('savings=savings account|current=current account,checking|salary=salary account|joint=joint account|fixed deposit=fd'),
    payee: list('asha|rahul|meera|landlord=house owner|electricity board=power company|milkman|gym|mother=mom,maa'),
    card: list('platinum card=platinum|gold card=gold|travel card|debit card'),
  },
  intents: {
    'money.send': {
      phrases: lines(`send 500 to [asha](payee)
        transfer 2000 rupees to my [landlord](payee)
        pay [asha](payee) 300
        i want to send money to my [landlord](payee)
        move 1000 from [savings](account) to [current](account)
        give [asha](payee) 50 rupees
        transfer money from [savings](account)`),
      requests: lines(`send 900 to rahul
        transfer 150 rupees to my mother
        pay meera 75
        i want to send money to the milkman
        move 400 from salary to joint
        give rahul 20 rupees
        transfer money from fd
        pay the gym 1200 rupees`),
    },
    'money.request': {
      phrases: lines(`ask [rahul](payee) for 200
        request 700 rupees from [meera](payee)
        remind [rahul](payee) that he owes me 90
        i want [meera](payee) to pay me back
        collect 100 from [rahul](payee)`),
      requests: lines(`ask asha for 300
        request 50 rupees from mom
        remind asha that she owes me 20
        i want my landlord to pay me back
        collect 800 from the gym`),
    },
    'balance.show': {
      phrases: lines(`how much money is in [salary](account)
        balance of my [joint](account) account
        show me the [salary](account) balance
        what do i have left in [joint](account)
        how much is there in my [fixed deposit](account)`),
      requests: lines(`how much money is in savings
        balance of my current account
        show me the checking balance
        what do i have left in savings
        how much is there in my current`),
    },
    'bills.stop': {
      phrases: lines(`stop paying the [electricity board](payee)
        end my standing order for the [gym](payee)
        no more payments to the [gym](payee)
        cancel the monthly payment to the [milkman](payee)
        do not pay the [electricity board](payee) any longer`),
      requests: lines(`stop paying my landlord
        end my standing order for asha
        no more payments to rahul
        cancel the monthly payment to meera
        do not pay mother any longer`),
    },
    'card.block': {
      phrases: lines(`block my [platinum card](card)
        i lost the [debit card](card)
        my [platinum card](card) was stolen
        freeze the [debit card](card) at once
        somebody has my [platinum card](card)`),
      requests: lines(`block my gold card
        i lost the travel card
        my gold card was stolen
        freeze the travel card at once
        somebody has my gold`),
    },
  },
  strangers: lines(`i want two samosas
    what time does the museum open
    how long is the train to goa
    500 grams of sugar
    teach me to swim
    is it raining
    my mother likes tea
    play some jazz
    where can i park
    who wrote hamlet`),
};

/** Here a value does decide: what is switched on and what is switched off differ in the state alone. */
const home: ValuedBot = {
  name: 'smart home',
  entities: {
    room: list('kitchen|bedroom=sleeping room|hall=living room,lounge|bathroom|garage|garden'),
    state: list('on=up|off=down'),
    device: list('light=lamp|fan|heater=radiator|music=radio'),
  },
  intents: {
    'device.on': {
      phrases: lines(`switch [on](state) the [kitchen](room) [light](device)
        turn the [bedroom](room) [fan](device) [on](state)
        [light](device) [on](state) please
        i want the [heater](device) [on](state)
        turn [on](state) the [music](device)
        put the [hall](room) [light](device) [on](state)
        the [fan](device) should be [on](state)`),
      requests: lines(`switch on the garden light
        turn the bathroom heater on
        radio on please
        i want the fan on
        turn on the lamp
        put the garage light on
        the heater should be on
        can you switch on the bedroom lamp`),
    },
    'device.off': {
      phrases: lines(`switch [off](state) the [garage](room) [light](device)
        turn the [garden](room) [heater](device) [off](state)
        [fan](device) [off](state) please
        i want the [light](device) [off](state)
        turn [off](state) the [heater](device)
        put the [bathroom](room) [fan](device) [off](state)
        the [music](device) should be [off](state)`),
      requests: lines(`switch off the kitchen light
        turn the bedroom fan off
        heater off please
        i want the music off
        turn off the fan
        put the hall light off
        the lamp should be off
        can you switch off the garden light`),
    },
    'room.warmth': {
      phrases: lines(`how warm is it in the [kitchen](room)
        temperature of the [hall](room)
        is the [bedroom](room) cold
        tell me how warm the [kitchen](room) is
        what does the thermometer in the [hall](room) say`),
      requests: lines(`how warm is it in the garage
        temperature of the garden
        is the bathroom cold
        tell me how warm the lounge is
        what does the thermometer in the garage say`),
    },
  },
  strangers: lines(`i want two pizzas
    book a flight to goa
    what is my balance
    who is the president
    order a new phone
    my shoes are wet
    is the shop open
    send money to asha
    how tall is everest
    translate good night into french`),
};

export const valuedBots: readonly ValuedBot[] = [food, bookings, transfers, home];

export type MarkedPhrase = { text: string; values: { entity: string; start: number; end: number }[] };

/** Takes the marks out of a phrase. */
export function readMarks(marked: string): MarkedPhrase {
  let text = '';
  let last = 0;
  const values: MarkedPhrase['values'] = [];
  for (const { index, 0: whole, 1: words = '', 2: entity = '' } of marked.matchAll(/\[([^\]]+)\]\((\w+)\)/gu)) {
    text += marked.slice(last, index);
    values.push({ entity, start: text.length, end: text.length + words.length });
    text += words;
    last = index + whole.length;
  }
  return { text: text + marked.slice(last), values };
}

export const entitiesOf = ({ entities }: ValuedBot): CustomEntity[] =>
  Object.entries(entities).map(([name, values]) => ({
    id: name,
    name,
    values: values.map((each) => {
      const [value = '', synonyms = ''] = each.split('=');
      return { value, type: 'synonyms', synonyms: synonyms === '' ? [] : synonyms.split(','), pattern: [] };
    }),
  }));
