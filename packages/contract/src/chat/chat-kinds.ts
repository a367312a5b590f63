/** Numbers and texts of chats that screens need before any chat is there; apart from the schemas, so that the first page loads none. */

export const chatStates = { created: 0, started: 1, ongoing: 2, closed: 3, missed: 4, suspended: 5 } as const;

export const chatActionTypes = {
  customerStartChat: 0,
  customerReply: 1,
  agentPickedUp: 2,
  agentReply: 3,
  agentTransferred: 4,
  agentInvited: 5,
  agentAcceptedInvite: 6,
  customerRating: 7,
  agentClosedChat: 8,
  agentLeftChat: 9,
  agentMissedChat: 10,
  chatError: 12,
} as const;
export type ChatActionType = (typeof chatActionTypes)[keyof typeof chatActionTypes];

export const messageStatuses = { unread: 0, sent: 1, read: 2 } as const;
/** 0 is ours: accepted, no receipt yet (screens 0.2). */
export const deliveryStatuses = { none: 0, delivered: 1, read: 2, failed: 3 } as const;
/** A message that failed with this code needs a template: the customer is silent for too long (seed 002, section 5). */
export const templateNeededCode = '470';
export const missedReasons = { outOfHours: 0, timedOut: 1, outOfHoursAfterClosing: 2 } as const;
export const agentStatuses = { offline: 0, online: 1, away: 2 } as const;

export const missedReasonTexts: Record<number, string> = { 0: 'Out Of Working Hours', 1: 'Timed Out', 2: 'Out Of Working Hours' };

/** Stands in lists of chats for the last message after somebody has taken it back. */
export const takenBackPreview = 'Message taken back';

/** Kinds of waiting chats, in the order of the notification dropdown. */
export const waitingKinds = ['transferred', 'new', 'invited', 'assigned', 'missed'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const nothingToPickTexts: Record<WaitingKind, string> = {
  new: 'No New Chats to Accept!',
  transferred: 'No Transferred Chats to Accept!',
  invited: 'No Invited Chats to Accept!',
  assigned: 'No Assigned Chats to Accept!',
  missed: 'No missed chats to Accept!',
};

/** Agents of a page where nobody asks for another number, and the names that a choice of one asks for (ADMIN-101). */
export const agentsPage = 10;
export const agentNamesPage = 200;

export const messageLimit = 4096;
/** Labels of one chat */
export const mostChatLabels = 20;
/** A chat can be suspended until a time within as many days. */
export const mostSuspendedDays = 365;

/** Says to an agent that their own transfer is done. */
export const ownTransferText = 'You transferred the chat!';
/** Says to an agent that they have returned a chat to its stream or bot, and to those who took part in it. */
export const ownReturnText = 'You returned the chat.';
export const returnedText = 'The chat was returned.';
/** Says to an agent that they have left a chat. */
export const ownLeaveText = 'You left the chat!';
/** Reasons for which a clock takes a chat from its agent. */
export const clockLeaveTexts = {
  requeued: 'The chat was not answered in time. It is back in the queue.',
  moved: 'The time of the chat was over. It waits in another queue.',
} as const;
