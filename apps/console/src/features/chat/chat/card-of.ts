import { type ChatAction, ShownCard } from '@parley/contract';

/** Returns the place or the people that a message is, of whichever side; undefined where it is words, or has become others since. */
export function cardOf({ detail }: Pick<ChatAction, 'detail'>): ShownCard | undefined {
  if (detail.edited !== undefined || detail.revoked !== undefined) return undefined;
  // A stream's place has no kind.
  const place = detail.location && { kind: 'location', ...(detail.location as object) };
  return ShownCard.safeParse(detail.card ?? place ?? detail.inbound).data;
}
