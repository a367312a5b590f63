/**
 * Limits of showing a bot's answer while a language model writes it. A frame holds all of it, so one that is lost does no harm; none is
 * stored. Empty text takes back what was shown: the endpoint broke off, or had no answer. The answer itself comes as ever and replaces it.
 */
export const partialAnswers = {
  /** Most frames of one answer a second. */
  perSecond: 10,
  /** Longest text shown so; the answer itself has it all. */
  mostCharacters: 4000,
  /** Silence after which nobody writes any more: the server died. Longer than an endpoint may take. */
  expiryMs: 25_000,
} as const;
