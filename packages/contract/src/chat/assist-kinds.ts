/** Origins of words that an agent takes over: a passage or an answer of a bot, or a language model's. */
export const assistKinds = ['passage', 'intent', 'draft', 'shorter', 'friendlier', 'correct', 'translation'] as const;
export type AssistKind = (typeof assistKinds)[number];

/** A reply was sent as the draft was taken over, or its writer has changed it. */
export const assistOutcomes = ['unchanged', 'edited'] as const;
export type AssistOutcome = (typeof assistOutcomes)[number];

/** Texts that a language model writes for an agent; all but the first and the last change words that are given. */
export const assistWriteKinds = ['draft', 'shorter', 'friendlier', 'correct', 'summary'] as const;
export type AssistWriteKind = (typeof assistWriteKinds)[number];

/** Languages of translations, by the codes of ISO 639-1. */
export const assistLanguages = [
  'en',
  'hi',
  'bn',
  'ta',
  'te',
  'mr',
  'gu',
  'kn',
  'ml',
  'pa',
  'ur',
  'ar',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'id',
  'tr',
  'ru',
  'ja',
  'ko',
  'zh',
  'th',
  'he',
  'el',
] as const;
export type AssistLanguage = (typeof assistLanguages)[number];

export const assistLimits = {
  passages: 3,
  intents: 3,
  /** Requests in a minute for one session, of each kind. */
  perMinute: 20,
  /** Calls of a model in a minute for one user: each message that is translated is one. */
  modelCalls: 60,
  /** Length of a text that a model is given. */
  characters: 4000,
  /** Messages of one call that translates. */
  translated: 10,
  /** A model that says nothing for so long is not waited for. */
  waitMs: 10_000,
  /** Characters of the terms that are never translated, one a line. */
  terms: 4000,
} as const;

/** The terms that are never translated: one a line, each once. */
export const termsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
