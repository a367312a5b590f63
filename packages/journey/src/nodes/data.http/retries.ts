import type { Config, Retries } from './schema.ts';

/** Default retries of a call: three more tries, after 1, 5 and 25 seconds. */
export const usualRetries: Retries = { most: 3, seconds: 1, grows: true };

const growth = 5;
/** No pause is longer; a service that asks for more patience than this is asked no more. */
export const longestPauseSeconds = 300;

/** The pauses before each further try, in seconds, in their order. */
export const pausesOf = ({ most, seconds, grows }: Retries): number[] =>
  Array.from({ length: most }, (_, place) => Math.min(longestPauseSeconds, grows ? seconds * growth ** place : seconds));

/** Tells whether a call may be made twice without harm: only then is it made again once it has left and nobody knows what it did. */
export const isSafeCall = ({ isSafe, method }: Pick<Config, 'isSafe' | 'method'>): boolean =>
  isSafe || method === 'GET' || method === 'HEAD';
