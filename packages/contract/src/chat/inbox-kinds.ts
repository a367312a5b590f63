/** Numbers and names of the inbox that screens need before any chat is there; apart from the schemas, so that the first page loads none. */

/** Tabs whose rows the server cuts into pages. The own chats come at once, and live events keep them. */
export const serverTabs = ['waiting', 'transfers', 'missed', 'closed'] as const;
export type ServerTab = (typeof serverTabs)[number];

/** Tabs that a saved view may show: all but the mentions, which are notes. */
export const inboxViewTabs = ['active', 'suspended', ...serverTabs] as const;

/** `longest`: the customer who waits longest comes first. */
export const inboxSorts = ['newest', 'longest'] as const;
export type InboxSort = (typeof inboxSorts)[number];

/** Filter by department: chats of none. */
export const noDepartment = 'none';
/** Filter by priority: the least one of what is more urgent than usual. */
export const raisedPriority = 6;

export const mostBulkChats = 200;
