import type { ChoiceLimits } from './choices.ts';
import type { OutgoingContent } from './types.ts';

/** Returns the messages to send in their order: a medium goes before choices that cannot hold it, so that it is not lost. */
export function inParts(content: OutgoingContent, { hasMedia }: ChoiceLimits): OutgoingContent[] {
  if (content.kind !== 'buttons' || content.media === undefined || hasMedia) return [content];
  const { media, ...buttons } = content;
  return [{ kind: 'media', media }, buttons];
}
