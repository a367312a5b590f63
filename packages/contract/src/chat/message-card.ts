import { faultTexts } from '../faults.ts';
import { requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { cardLimits } from './shown-card.ts';

/** A place, as one message. */
export const PlaceCard = z.object({
  kind: z.literal('location'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: text(cardLimits.nameLength).trim().default(''),
  address: text(cardLimits.addressLength).trim().default(''),
});

/** A number with its country code and nothing but digits, as a phone dials it. */
const phoneE164 = z.string().regex(/^\+[1-9]\d{5,14}$/, faultTexts['phone.invalid']);

/** People with their numbers, as one message. */
export const ContactsCard = z.object({
  kind: z.literal('contacts'),
  contacts: z
    .array(
      z.object({
        name: requiredText(cardLimits.nameLength).trim(),
        phones: z.array(phoneE164).min(1).max(cardLimits.phones),
      }),
    )
    .min(1)
    .max(cardLimits.contacts),
});

/** A card that an agent sends instead of words; it stands in the detail of its entry (`detail.card`), and its words are the message. */
export const MessageCard = z.discriminatedUnion('kind', [PlaceCard, ContactsCard]);
export type MessageCard = z.infer<typeof MessageCard>;
