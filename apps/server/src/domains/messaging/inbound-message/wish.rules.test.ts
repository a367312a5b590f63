import { defaultSendingSettings } from '@parley/contract';
import { expect, test } from 'vitest';
import { readWish } from './wish.rules.ts';

const lines = (text: string) => text.trim().split(/\s*\n\s*/);

const wishes = lines(`
  STOP
  Stop!
  stop.
  please stop
  Stop please
  Pls stop
  kindly stop
  STOPALL
  STOP ALL
  stop now
  Stop, thanks
  Unsubscribe
  please unsubscribe
  unsubscribe me
  Please unsubscribe me from your list
  REVOKE
  revoke consent
  I revoke my consent
  opt out
  OPT-OUT
  optout
  opt me out
  I want to opt out
  I want to unsubscribe
  quit
  stop messaging me
  stop sending me messages
  Please stop sending these messages
  stop texting me
  stop these messages
  stop all messages
  Stop spamming me
  stop sms
  Can you stop sending me offers?
  don't message me
  Don’t send me any more messages
  do not send messages
  do not text me again
  dont contact me anymore
  never message me again
  no more messages
  No more ads please
  I don't want these messages
  remove me
  Remove me from your list
  take me off your list
  remove my number from this list
  delete my number
  I would like to be removed from your list
  stop it
  ＳＴＯＰ
  ST\u200bOP
  STOP\ufe0f
  \u202eSTOP\u202c
  S\u00adTOP 🛑
  बंद करो
  बंद करें।
  कृपया बंद करें
  बन्द कीजिए
  मैसेज बंद करो
  मुझे मैसेज भेजना बंद करें
  मुझे मैसेज मत भेजो
  संदेश मत भेजिए
  मुझे विज्ञापन नहीं चाहिए
  ये मैसेज बंद कर दो
  रोकें
  रोको
  band karo
  Band karo please
  message band karo
  mujhe message mat bhejo
  msg mat bhejo bhai
  mujhe message bhejna band karo
  sms band kar do
  ye message band kijiye
  mujhe offers nahi chahiye
  kripya band karen
`);

const innocent = lines(`
  Where is the bus stop?
  stop by tomorrow
  Please stop the delivery
  can you stop my order
  Don't stop
  non stop music
  I will stop at your shop
  stop the subscription renewal from March
  My child will not stop crying
  please do not stop my service
  The parcel did not stop here
  when does the offer stop
  How do I unsubscribe?
  I did not unsubscribe
  unsubscribe link does not work
  Why was I unsubscribed?
  cancel
  cancel my order
  end
  the end
  Please cancel the appointment
  quit smoking kit price?
  revoke access for the old admin
  I want to stop by
  I want to stop the machine, how?
  remove the scratch from the screen
  remove item 2 from my cart
  delete my account data of 2019
  take me to the store
  opt for the second plan
  I opt for out of season fruit
  don't send me the invoice yet
  don't send the parcel today
  do not text me, call me
  don't call
  no more tea please
  no more questions
  Send me more messages
  I want these messages
  thanks
  please
  ok
  now
  yes
  No
  hello
  stopwatch
  one stop shop
  full stop
  stop loss at 200
  pit stop
  message stopped?
  दुकान कब बंद होती है?
  दुकान बंद है
  ऑर्डर बंद मत करो
  मैसेज भेजो
  कृपया बिल भेजो
  मुझे ऑफर चाहिए
  मत करो
  पार्सल मत भेजो
  रोकें मत
  dukan band hai
  band baja chahiye
  order band mat karo
  message bhejo
  parcel mat bhejo
  mujhe offer chahiye
  abhi mat bhejo
  kab band hoga
  band karo mat
`);

test('clear wishes against marketing are read, in English, Hindi and romanised Hindi, politely or hidden', () => {
  expect(wishes.length).toBeGreaterThanOrEqual(60);
  expect(wishes.filter((text) => readWish(text, defaultSendingSettings) !== 'out')).toEqual([]);
});

test('sentences that say something else are none', () => {
  expect(innocent.length).toBeGreaterThanOrEqual(60);
  expect(innocent.filter((text) => readWish(text, defaultSendingSettings) !== undefined)).toEqual([]);
});

test('words of the enterprise count with polite words around them, and lift what they stopped', () => {
  const own = { optOutWords: ['Halt'], optInWords: ['weiter'] };
  expect(['halt', 'Please halt!', 'HALT thank you', 'halt the press'].map((text) => readWish(text, own))).toEqual([
    'out',
    'out',
    'out',
    undefined,
  ]);
  expect(['Weiter', 'ok weiter', 'stop'].map((text) => readWish(text, own))).toEqual(['in', 'in', undefined]);
});
