/** Schedules of an enterprise. */
export const reportSchedulesMax = 500;
export const scheduleRhythms = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleRhythm = (typeof scheduleRhythms)[number];

/**
 * `SENDING` is on its way to the mail server. A mail whose sending broke off is not sent again, since nobody knows whether it went: it has
 * FAILED with the reason `interrupted`.
 */
export const deliveryOutcomes = ['DUE', 'SENDING', 'SENT', 'SKIPPED', 'FAILED'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];
/** `right`: the recipient may not see figures of chats; `inactive`: they are no active user; `board`: it is gone, or not shared with them; `rows`: nothing was counted */
export const deliveryReasons = ['', 'right', 'inactive', 'board', 'rows', 'mail', 'interrupted'] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];
/** Tries of one mail, with the minutes before the next one. */
export const deliveryTries = 3;
export const deliveryPauses = [5, 30] as const;
