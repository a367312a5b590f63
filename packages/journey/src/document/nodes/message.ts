import { z } from '@parley/contract/z';
import { ChoiceItem, LocalText, LocalTitle, MediaSource, refTo, Sending, Source, Timeout } from '../fields.ts';
import { limits } from '../limits.ts';

const Items = z.array(ChoiceItem).min(1).max(limits.items);
/** Whether it waits for an answer, and how long. */
const Waiting = { waits: z.boolean().default(true), timeoutSeconds: Timeout };

const Card = z.strictObject({
  media: MediaSource.nullable().default(null),
  title: LocalTitle,
  text: LocalText.default({}),
  items: z.array(ChoiceItem).max(10).default([]),
});

export const messageNodes = {
  'message.text': z.strictObject({ text: LocalText, showsLink: z.boolean().default(true), sending: Sending.prefault({}) }),
  'message.media': z.strictObject({ media: MediaSource, caption: LocalText.default({}), sending: Sending.prefault({}) }),
  'message.buttons': z.strictObject({
    text: LocalText,
    media: MediaSource.nullable().default(null),
    items: Items,
    ...Waiting,
    sending: Sending.prefault({}),
  }),
  'message.list': z.strictObject({
    text: LocalText,
    button: LocalTitle.default({}),
    items: Items,
    ...Waiting,
    sending: Sending.prefault({}),
  }),
  'message.template': z.strictObject({
    template: refTo('template'),
    /** Values by the template's variables, as its builder names them */
    values: z.record(z.string().max(60), Source).default({}),
    media: MediaSource.nullable().default(null),
    /** Its quick replies, in their order */
    items: z.array(ChoiceItem).max(13).default([]),
    waits: z.boolean().default(false),
    timeoutSeconds: Timeout,
    sending: Sending.prefault({}),
  }),
  'message.card': z.strictObject({
    /** One, or several in a row */
    cards: z.array(Card).min(1).max(10),
    ...Waiting,
    sending: Sending.prefault({}),
  }),
  'message.location': z.strictObject({
    latitude: Source,
    longitude: Source,
    name: LocalText.default({}),
    address: LocalText.default({}),
    sending: Sending.prefault({}),
  }),
};
