import type { ChannelType } from '@parley/contract';
import { channelTypes } from '@parley/contract';
import { type ChoiceShape, shapeOfType } from '@parley/journey';
import { adapterFor } from '@parley/vendors';

/** Returns the limits of the channel's type, as far as its vendor takes cards. The widget is our own: it shows all that its type has. */
export function shapeOfChannel(type: ChannelType, vendor: string): ChoiceShape {
  const { cards, ...shape } = shapeOfType(type);
  if (!cards) return shape;
  if (type === channelTypes.WEB) return { ...shape, cards };
  const capabilities = adapterFor(vendor, type)?.capabilities(type);
  const taken = capabilities?.contents ?? [];
  const most = taken.includes('carousel') ? cards.most : taken.includes('card') ? 1 : 0;
  if (most === 0) return shape;
  const also: readonly string[] = capabilities?.suggestions ?? [];
  const links = cards.items.links.filter((kind) => kind === 'url' || kind === 'call' || also.includes(kind));
  return { ...shape, cards: { ...cards, most, items: { ...cards.items, links } } };
}
