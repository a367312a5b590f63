/** Kinds of booking in the calendar: iterations of campaigns, and broadcasts. */
export const bookingKinds = ['campaign', 'broadcast'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** State of a booking: it waits for approval, for somebody to start it, for its time, or it runs, rests or is over. */
export const bookingStates = ['submitted', 'approved', 'scheduled', 'running', 'paused', 'ended'] as const;
export type BookingState = (typeof bookingStates)[number];
