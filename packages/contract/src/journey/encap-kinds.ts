/** States of an encap, as the specification numbers those of campaigns (CAMP-024). */
export const encapStates = { draft: 0, published: 2, paused: 3, retired: 4 } as const;
export type EncapStateNumber = (typeof encapStates)[keyof typeof encapStates];

/** Proof that a page asks for before a walk begins: none, the number that the link was made for, or a code that was sent to it. */
export const pageLogins = ['none', 'number', 'code'] as const;
export type PageLogin = (typeof pageLogins)[number];

/** States of a launch, as the specification numbers them (CAMP-033). */
export const launchStates = { created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 } as const;
export type LaunchState = (typeof launchStates)[keyof typeof launchStates];

/**
 * Ways in which the links of a launch come about: one address for everybody, a link for each person by a call, or one for each recipient of
 * an iteration of a campaign. Such an iteration makes its launch by itself when it starts.
 */
export const launchModes = ['LINK', 'API', 'BULK'] as const;
/** Ways that a launch may be made in by hand. */
export const givenModes = ['LINK', 'API'] as const;
export type LaunchMode = (typeof launchModes)[number];

/**
 * States of a link. UNSENT is one whose message did not reach its recipient, and which nobody has opened; it is OPENED like MADE is. UNSENT,
 * MADE, OPENED and BEGUN may still move; HANDED_OVER goes back to BEGUN when people return the chat. The others are final:
 * COMPLETED and ENDED tell of its walk, EXPIRED and CLOSED of the link.
 */
export const linkStates = ['UNSENT', 'MADE', 'OPENED', 'BEGUN', 'HANDED_OVER', 'COMPLETED', 'ENDED', 'EXPIRED', 'CLOSED'] as const;
export type LinkState = (typeof linkStates)[number];
/** Kinds of links: of one person, of a visitor of the open address, and of a test, which is never counted. */
export const linkKinds = ['person', 'visitor', 'test'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Values that the execution log keeps of the walks of an encap: of failed turns alone, the steps of all, or their values too. */
export const loggerLevels = ['errors', 'steps', 'values'] as const;
export type LoggerLevel = (typeof loggerLevels)[number];
/** Links that one call may make. */
export const mostLinks = 1000;
/** Types of a button, by where it leads (CAMP-050). */
export const buttonTypes = ['next', 'link', 'call', 'form', 'stream'] as const;
/** Reminders that one link may lead to. */
export const mostReminders = 3;
