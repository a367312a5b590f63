import { z } from '../z.ts';

export const cardLimits = { contacts: 5, phones: 3, nameLength: 100, addressLength: 300 } as const;

/** A card as people read it: from a customer it may have more people, and numbers in any spelling. */
export const ShownCard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('location'), latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() }),
  z.object({ kind: z.literal('contacts'), contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })) }),
]);
export type ShownCard = z.infer<typeof ShownCard>;

/**
 * A rich card as a website shows it, above the choices of its message.
 * @property media address of a picture or a film; kept without a signature, shown with one
 */
export const ShownRichCard = z.object({
  title: z.string(),
  text: z.string(),
  media: z.object({ url: z.string(), name: z.string(), type: z.string() }).nullable(),
  links: z.array(z.object({ title: z.string(), href: z.string() })),
});
export type ShownRichCard = z.infer<typeof ShownRichCard>;

/** The words of a card, for lists, the search, transcripts and own systems. */
export function wordsOfCard(card: ShownCard): string {
  if (card.kind === 'contacts') return card.contacts.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n');
  return [card.name, card.address, `${card.latitude}, ${card.longitude}`].filter(Boolean).join('\n');
}

/** The address at which a place is shown on a map. */
export const mapLinkOf = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://maps.google.com/?q=${latitude},${longitude}`;
