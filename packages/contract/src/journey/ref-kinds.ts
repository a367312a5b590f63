/** What a document names outside of itself. */
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
] as const;
export type JourneyRefKind = (typeof journeyRefKinds)[number];
