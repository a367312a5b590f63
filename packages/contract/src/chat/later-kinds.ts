import { skipReasons } from '../messaging/sending.ts';

/** Messages of one chat that have not left. */
export const laterMax = 50;
export const laterMaxDays = 365;

/** `planned` leaves at its time; the next three did not leave, and stay with their words; of one that was sent nothing is left to show. */
export const laterStates = ['planned', 'held', 'refused', 'cancelled'] as const;
export type LaterState = (typeof laterStates)[number];

/** So far behind its time a message does not leave by itself: nobody expects it any more. */
export const laterMostLateMs = 3_600_000;

/** Reasons of ours for which a message did not leave; beside them those of the gate. */
export const ownLaterReasons = [
  'customer_wrote',
  'chat_ended',
  'no_agent',
  'writer_left',
  'too_late',
  'not_stored',
  'file_refused',
] as const;
export const laterReasons = [...ownLaterReasons, ...skipReasons] as const;
export type LaterReason = (typeof laterReasons)[number];
