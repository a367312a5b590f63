import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { Person } from './activity-item.ts';
import { bookingKinds, bookingStates } from './booking-kinds.ts';
import { CampaignPlan } from './plan.ts';

export const calendarDays = 62;
export const mostBookings = 1000;
/** Number of a day's other bookings that an audience is compared with, the largest first. */
export const mostCompared = 20;

/**
 * People whom somebody writes to on a day. Of one that the caller may not see everything that names it is '': that it is there, and how many
 * people it has, counts for everybody.
 */
export const Booking = z
  .object({
    kind: z.enum(bookingKinds),
    /** Id of the iteration or of the broadcast */
    id: z.union([Id, z.literal('')]),
    name: z.string(),
    /** Day by the clocks of the enterprise */
    day: z.iso.date(),
    /** HH:MM; '' for one that waits for somebody to start it, and stands on today until then */
    time: z.string(),
    startsOn: z.union([Instant, z.literal('')]),
    state: z.enum(bookingStates),
    channelType: z.number(),
    channelName: z.string(),
    /** Number of people counted at the submission; for a booking that has started, the people it writes to */
    people: z.number(),
    maker: Person,
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof Booking>;

export const Calendar = z.object({
  timeZone: z.string(),
  today: z.iso.date(),
  /** Bookings in the order of their times */
  bookings: z.array(Booking),
  /** There are more than are listed */
  more: z.boolean(),
});
export type Calendar = z.infer<typeof Calendar>;

/** Messages that an audience gets on the day of its start, with everything else that is booked for that day. */
export const Pressure = z.object({
  day: z.iso.date(),
  timeZone: z.string(),
  /** Number of people it would write to: without excluded, invalid, blocked and opted-out ones; each once */
  people: z.number(),
  /** Messages that one person may get on one day before anybody is warned */
  limit: z.number(),
  /** People who would get more than that with this one */
  overLimit: z.number(),
  /** People who would get more marketing than the frequency cap allows; null where it is off, or this is no marketing */
  cap: z.object({ count: z.number(), days: z.number(), over: z.number() }).nullable(),
  /** Other bookings of the day that have some of the same people, with how many of them */
  shared: z.array(Booking.extend({ shared: z.number() })),
  /** Bookings of the day that were compared with, and those that were not: only the largest ones are */
  compared: z.number(),
  left: z.number(),
});
export type Pressure = z.infer<typeof Pressure>;

const tag = 'Campaigns';
const base = '/chatbird/api/campaign';

export const bookingEndpoints = {
  calendar: defineEndpoint({
    method: 'GET',
    path: `${base}/calendar`,
    summary: `What is planned, runs and ran, by the enterprise's days, at most ${calendarDays} of them`,
    tag,
    access: screens.calendar.permissions,
    query: z.object({ fromDate: z.iso.date(), toDate: z.iso.date() }),
    answer: Calendar,
  }),
  pressure: defineEndpoint({
    method: 'POST',
    path: `${base}/pressure`,
    summary: 'How many people of a plan would get too much on its day, and who else has booked them',
    audit: leavesNothing('it reads'),
    tag,
    access: ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.APPROVE'],
    perMinute: 60,
    body: z.object({
      campaignId: Id,
      activityId: z.union([Id, z.literal('')]).default(''),
      /** Unsaved plan; left out: the saved one */
      plan: CampaignPlan.optional(),
    }),
    answer: Pressure,
  }),
};
