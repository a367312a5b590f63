import type { Example } from './examples.ts';

/** A small shop's bot, for tests. */
const phrases: Record<string, string> = {
  track_order: `where is my order|track my order|has my parcel been sent|when will my package arrive|what is the status of my delivery
my order has not come yet|show me where the parcel is|how long until it is delivered`,
  cancel_order: `cancel my order|i want to cancel the purchase|please stop my order|i do not want it any more, cancel it
call off the order that i made|can i still cancel|undo my purchase|do not send the order`,
  refund: `i want my money back|how do i get a refund|refund me please|when will you return the money
the refund has not reached my bank|give me back what i paid|is this refundable|i was charged twice, refund one`,
  change_address: `change my delivery address|i have moved to another street|update the address of my order|send it to my office instead
the address is wrong|can you deliver to a different place|new shipping address|correct the street of my delivery`,
  opening_hours: `when do you open|what are your opening hours|are you open on sunday|until when is the shop open
at what time do you close|is the store open today|opening times please|do you open on holidays`,
  talk_to_agent: `let me talk to a person|connect me to an agent|i need a human|can somebody call me
i want to speak with your staff|transfer me to support|is there a real person|agent please`,
  payment_methods: `which cards do you take|can i pay by upi|do you accept cash|how can i pay
is paypal possible|payment options|can i pay in instalments|do you take credit cards`,
};

export const shopExamples: Example[] = Object.entries(phrases).flatMap(([intent, lines]) =>
  lines.split(/[|\n]/u).map((text) => ({ text, intent })),
);
