import { cardHeights, cardLayouts } from '@parley/contract/channel/rich-card-kinds';
import { z } from '@parley/contract/z';
import { ChoiceItem, LocalText, MediaSource, refTo, Sending, Source } from '../../document/fields.ts';
import { waiting } from '../shared/schema.ts';

const Card = z.strictObject({
  media: MediaSource.nullable().default(null),
  title: LocalText,
  text: LocalText.default({}),
  items: z.array(ChoiceItem).max(10).default([]),
});

/** A card of the library whose copy `cards` is. @property version of the card that was copied @property values an expression for each variable */
export const FromLibrary = z.strictObject({
  card: refTo('card'),
  version: z.number().int().min(0),
  height: z.enum(cardHeights),
  layout: z.enum(cardLayouts),
  smsText: LocalText.default({}),
  values: z.record(z.string().max(60), Source).default({}),
});
export type FromLibrary = z.infer<typeof FromLibrary>;

export const Config = z.strictObject({
  /** One, or several in a row */
  cards: z.array(Card).min(1).max(10),
  /** Left out: the stream's own cards */
  library: FromLibrary.optional(),
  ...waiting,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
