/** Kinds of things outside of itself that a document names. */
export const journeyRefKinds = [
  'channel',
  'template',
  'media',
  'integration',
  'department',
  'bot',
  'intent',
  'group',
  'label',
  'attribute',
  'stream',
  'knowledge',
  'calendar',
  'form',
  'card',
] as const;
export type JourneyRefKind = (typeof journeyRefKinds)[number];
