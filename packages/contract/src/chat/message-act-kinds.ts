/** Acts of agents on a message that is there: a reaction to the customer's, other words, or taking it back. */
export const messageActKinds = ['reaction', 'edit', 'revoke'] as const;
export type MessageActKind = (typeof messageActKinds)[number];

/** `queued`: on its way to the vendor. The other two came to nothing, or nobody knows; an act that is done leaves no state. */
export const messageActStates = ['queued', 'failed', 'unknown'] as const;
export type MessageActState = (typeof messageActStates)[number];

/**
 * Reasons that refuse an act: the channel has no such act; the entry is no message that it is for; a colleague wrote it; it is a template;
 * its words are hidden; it has not left; it is taken back; too late; an emoji that the channel does not take.
 */
export const messageActReasons = ['channel', 'entry', 'others', 'template', 'hidden', 'unsent', 'taken_back', 'late', 'emoji'] as const;
export type MessageActReason = (typeof messageActReasons)[number];

/** Emoji that are offered before the panel of all. */
export const firstReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
