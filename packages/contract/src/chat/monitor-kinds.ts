/** Names and numbers of the monitor that screens need before any figure is there; apart from the schemas, so that the first page loads none. */

/** Conditions that ring for a department. */
export const alarmKinds = ['wait', 'unanswered', 'queue', 'nobody'] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Chats of one act */
export const mostMonitorChats = 200;
/** Agents of one change of status */
export const mostMonitorAgents = 200;
export const whisperLimit = 4000;

/** A screen that hears nothing for so long says so. */
export const monitorSilentMs = 5000;
/** A frame comes at least this often while somebody looks, whether something has changed or not. */
export const monitorBeatMs = 2000;

/** A screen reads rows that have changed again at most so often: twenty screens each second would cost a tenth of the message rate. */
export const monitorRowsMs = 2000;

/** Agents who are online by what their desk says. `full`: it takes no chat more; `wrapUp`: they have a while after a chat. */
export const monitorDesks = ['full', 'wrapUp'] as const;
export type MonitorDesk = (typeof monitorDesks)[number];

export const monitorSorts = ['waiting', 'newest'] as const;
export type MonitorSort = (typeof monitorSorts)[number];

/** Acts of supervisors, as their line in the thread tells. */
export const monitorDeeds = ['offered', 'moved', 'taken', 'joined', 'raised', 'closed'] as const;
export type MonitorDeed = (typeof monitorDeeds)[number];

/**
 * States of chats by which the list is narrowed. `open`: an agent has it; `automatic`: a bot or a stream has it; `red`: a clock of it is;
 * `missed`: it was missed since midnight in the enterprise's zone, whatever has become of it.
 */
export const monitorStates = ['waiting', 'offered', 'open', 'suspended', 'automatic', 'red', 'missed'] as const;
export type MonitorState = (typeof monitorStates)[number];
