import { z } from '@parley/contract/z';
import { Asking, ChoiceItem, LocalText, Sending, Source, Timeout } from '../../document/fields.ts';
import { limits } from '../../document/limits.ts';

/** Settings of every node that asks. */
export const asked = { text: LocalText, asking: Asking.prefault({}), sending: Sending.prefault({}) };

/** Bounds and defaults are expressions: "18", "today", "income * 2". '' for none */
export const Bound = Source.default('');

export const Items = z.array(ChoiceItem).min(1).max(limits.items);

/** Settings of a wait: whether a node with choices waits for an answer, and how long. */
export const waiting = { waits: z.boolean().default(true), timeoutSeconds: Timeout };
