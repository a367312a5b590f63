import { z } from '../z.ts';
import { messageActKinds, messageActStates } from './message-act-kinds.ts';

/** Parts of the detail of an entry; apart from the schemas of chats, so that the first page loads none of those. */

/**
 * Choices that a message of ours offers its reader, as they stand in the detail of its entry (`detail.choices`).
 * @property id what comes back with a press
 */
export const MessageChoices = z.object({
  /** Text on the button that opens a list; '': they are shown at once */
  button: z.string(),
  items: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
});
export type MessageChoices = z.infer<typeof MessageChoices>;

/** Parts of a customer's message beside its words, as far as screens show it (`detail.inbound` of its entry). */
export const InboundMarks = z.object({
  /** A program has written it, such as an absence notice: nobody waits for an answer */
  isAutomatic: z.boolean().optional(),
  /** Coordinates of a place */
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  /** The advert, product or story that it was written from; the address is whatever the vendor says */
  about: z.object({ kind: z.enum(['ad', 'product', 'story']), title: z.string(), text: z.string(), url: z.string() }).optional(),
});
export type InboundMarks = z.infer<typeof InboundMarks>;

/** Facts in the detail of a message's entry beside its words: when it was written, what came of it, what the customer has done to it. */
export const EntryMarks = z.object({
  /** Time of writing, for messages that came a minute or more after that; `actedOn` is when they came */
  writtenAt: z.iso.datetime().optional(),
  /** '': taken back */
  reaction: z.object({ emoji: z.string() }).optional(),
  /**
   * The words of before the first change.
   * @property by the agent who changed a message of ours
   * @property former the newest of those between, oldest first, each with the time since when it stood there
   */
  edited: z
    .object({
      at: z.iso.datetime(),
      was: z.string(),
      by: z.string().optional(),
      former: z.array(z.object({ text: z.string(), at: z.iso.datetime(), by: z.string().optional() })).optional(),
    })
    .optional(),
  /** @property by the agent who took a message of ours back */
  revoked: z.object({ at: z.iso.datetime(), by: z.string().optional() }).optional(),
  /** Reaction of an agent to a customer's message; '': taken back */
  ourReaction: z.object({ emoji: z.string(), at: z.iso.datetime(), by: z.string() }).optional(),
  /** The newest act of an agent on the message that the vendor has not done: on its way, or come to nothing. @property value the emoji or the new words */
  act: z
    .object({
      kind: z.enum(messageActKinds),
      state: z.enum(messageActStates),
      value: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
      reason: z.string().optional(),
    })
    .optional(),
  /** The stream that these words would have begun, if people had not had the chat */
  notBegun: z.object({ stream: z.string() }).optional(),
  /**
   * Time since when nobody knows whether this message of ours arrived, and the reason that kept it from going again when somebody asked for
   * that
   */
  unknown: z.object({ at: z.iso.datetime(), refused: z.object({ code: z.string(), text: z.string() }).optional() }).optional(),
});
export type EntryMarks = z.infer<typeof EntryMarks>;

/** Parts round the text of a template that was sent in a chat (`detail.template` of its entry). */
export const ChatTemplate = z.object({
  header: z.string(),
  /** The file of a header that is no text */
  mediaName: z.string(),
  footer: z.string(),
  buttons: z.array(z.string()),
});
export type ChatTemplate = z.infer<typeof ChatTemplate>;
