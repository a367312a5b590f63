/**
 * What a language model has written of a bot's answer so far. A frame holds all of it, so one that is lost does no harm; none is stored.
 * Empty text takes back what was shown: the endpoint broke off, or had no answer. The answer itself comes as ever and replaces it.
 */
export const partialAnswers = {
  /** At most so many frames of one answer a second. */
  perSecond: 10,
  /** What grows longer is shown no further; the answer itself has it all. */
  mostCharacters: 4000,
  /** After so long without a frame nobody writes any more: the server died. Longer than an endpoint may take. */
  expiryMs: 25_000,
} as const;
