import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { ClockTime } from '../clock-time.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, Instant, Page, Version } from '../fields.ts';
import { z } from '../z.ts';
import { reportPeopleMax } from './report-alert-kinds.ts';
import { deliveryOutcomes, deliveryReasons, scheduleRhythms } from './report-schedule-kinds.ts';

const Person = z.object({ id: Id, name: z.string() });

/** Mails a board to users at a time of the enterprise's clocks. */
export const ReportScheduleSave = z.object({
  boardId: Id,
  rhythm: z.enum(scheduleRhythms),
  /** Monday is 1; of a weekly one */
  weekday: formNumber(1, 7).default(1),
  /** Day of a monthly one; the last day of a month that is shorter */
  monthDay: formNumber(1, 31).default(1),
  time: ClockTime,
  userIds: z.array(Id).min(1, faultTexts['field.mandatory']).max(reportPeopleMax),
  /** Nothing is sent where no tile has counted a chat */
  onlyWithRows: formBoolean.default(false),
  isActive: formBoolean.default(true),
});
export type ReportScheduleSave = z.infer<typeof ReportScheduleSave>;

export const ReportSchedule = ReportScheduleSave.omit({ userIds: true, boardId: true })
  .extend({
    id: Id,
    board: z.object({ id: Id, name: z.string() }),
    /** Those who may not get it now are marked */
    people: z.array(Person.extend({ isFit: z.boolean() })),
    owner: Person,
    isOwn: z.boolean(),
    /** Its owner and administrators change it */
    canEdit: z.boolean(),
    isRecipient: z.boolean(),
    /** Null: it is switched off, or its owner is gone */
    nextDueAt: Instant.nullable(),
    lastDueAt: Instant.nullable(),
    /** Mails of the last time that did not go */
    failed: z.number(),
    version: z.number(),
  })
  .meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ReportDelivery = z
  .object({
    dueAt: Instant,
    user: Person,
    state: z.enum(deliveryOutcomes),
    reason: z.enum(deliveryReasons),
    tries: z.number(),
    /** The state's time */
    at: Instant,
    isLate: z.boolean(),
    /** Somebody has sent it to themselves */
    isAsked: z.boolean(),
  })
  .meta({ id: 'ReportDelivery' });
export type ReportDelivery = z.infer<typeof ReportDelivery>;

const tag = 'Mails of boards';
const base = '/e/enterprise/reports/schedules';
const ScheduleParams = z.object({ scheduleId: Id });
const access = screens.chatAnalytics.permissions;

export const reportScheduleEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The caller's schedules, and those that mail them a board; administrators see all",
    tag,
    access,
    answer: z.array(ReportSchedule),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Mail a board to users, each of whom sees it and may see figures of chats',
    audit: leaves('report_schedule', 'create'),
    tag,
    access,
    body: ReportScheduleSave,
    answer: ReportSchedule,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:scheduleId`,
    summary: 'One schedule',
    tag,
    access,
    params: ScheduleParams,
    answer: ReportSchedule,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:scheduleId`,
    summary: 'Change a schedule',
    audit: leaves('report_schedule', 'edit'),
    tag,
    access,
    params: ScheduleParams,
    body: ReportScheduleSave.extend({ version: Version }),
    answer: ReportSchedule,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:scheduleId`,
    summary: 'Delete a schedule',
    audit: leaves('report_schedule', 'delete'),
    tag,
    access,
    params: ScheduleParams,
    answer: z.null(),
  }),
  leave: defineEndpoint({
    method: 'POST',
    path: `${base}/:scheduleId/leave`,
    summary: 'Get no more mails of a schedule',
    audit: leaves('report_schedule', 'edit'),
    tag,
    access,
    params: ScheduleParams,
    answer: z.null(),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: `${base}/:scheduleId/send`,
    summary: 'Mail the board to the caller alone, as it is now',
    audit: leavesNothing('the log of the schedule holds it'),
    tag,
    access,
    perMinute: 10,
    params: ScheduleParams,
    answer: z.null(),
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: `${base}/:scheduleId/deliveries`,
    summary: 'Mails of a schedule, newest first',
    tag,
    access,
    params: ScheduleParams,
    query: Page,
    answer: z.object({ deliveries: z.array(ReportDelivery), more: z.boolean() }),
  }),
};
