import type { Location, Media } from '../expression/value.ts';

/** Reply of a customer to a question. */
export type Said = { text: string; media: readonly Media[]; location: Location | null; pressed: string | null };
