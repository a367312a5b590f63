import { z } from '@parley/contract/z';
import { ChoiceItem, LocalText, LocalTitle, MediaSource, Sending } from '../../document/fields.ts';
import { waiting } from '../shared/schema.ts';

const Card = z.strictObject({
  media: MediaSource.nullable().default(null),
  title: LocalTitle,
  text: LocalText.default({}),
  items: z.array(ChoiceItem).max(10).default([]),
});

export const Config = z.strictObject({
  /** One, or several in a row */
  cards: z.array(Card).min(1).max(10),
  ...waiting,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
