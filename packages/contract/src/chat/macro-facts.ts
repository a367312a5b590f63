import { skipReasons } from '../messaging/sending.ts';
import { z } from '../z.ts';

const Named = z.object({ id: z.string(), name: z.string() });

/** All that decides whether the steps of a macro can be done in a chat at a moment. */
export const MacroFacts = z
  .object({
    /** The server's time */
    at: z.iso.datetime(),
    /** Zone of the enterprise, by whose clock times of the day are meant */
    zone: z.string(),
    state: z.number(),
    isOwner: z.boolean(),
    /** End of the time in which the channel takes free text; null: without limit */
    windowEndsAt: z.iso.datetime().nullable(),
    /** The gate's reason for which no reply leaves now; empty: there is none, or no step replies */
    refusal: z.union([z.enum(skipReasons), z.literal('')]),
    /** Texts of the replies by their place among the steps, filled. @property gap a variable without a value; '': there is none */
    texts: z.array(z.object({ step: z.number(), text: z.string(), gap: z.string() })),
    /** Labels of the chat */
    has: z.array(Named),
    /** Labels that the steps name, as far as there are */
    labels: z.array(Named.extend({ isActive: z.boolean(), isOffered: z.boolean() })),
    departments: z.array(Named.extend({ isServed: z.boolean() })),
    agents: z.array(Named.extend({ isHere: z.boolean(), isSelf: z.boolean() })),
    /** Words in place of a label, and the note of the chat */
    tag: z.string(),
    note: z.string(),
    needsLabel: z.boolean(),
    needsNote: z.boolean(),
    /** Names of required fields of the chat that have no value; asked where a step closes it */
    missingFields: z.array(z.string()),
  })
  .meta({ id: 'MacroFacts' });
export type MacroFacts = z.infer<typeof MacroFacts>;
