import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { ClockTime } from '../clock-time.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Instant, requiredText, Version } from '../fields.ts';
import { z } from '../z.ts';
import { FigureFilter } from './board.ts';
import { alertMeasures, type FigureMeasure, figureUnits } from './figure-kinds.ts';
import { alertDirections, alertHolds, alertStates, alertWindowLeast, alertWindowMost, reportPeopleMax } from './report-alert-kinds.ts';

const Person = z.object({ id: Id, name: z.string() });
const Clock = z.union([ClockTime, z.literal('')]).default('');

/** Tells when a figure of the last minutes is above or below a value. */
export const ReportAlertSave = z.object({
  name: requiredText(80),
  measure: z.enum(alertMeasures as [FigureMeasure, ...FigureMeasure[]]),
  filter: FigureFilter,
  /** Chats that began in so many minutes until now are counted */
  windowMinutes: formNumber(alertWindowLeast, alertWindowMost),
  direction: z.enum(alertDirections),
  /** The unit is that of the measure: chats, milliseconds, stars, or a part of 1 */
  value: z.coerce.number().min(0).max(1_000_000_000_000),
  /** Nothing is told of fewer chats */
  leastRows: formNumber(0, 1_000_000).default(1),
  /** Nothing is told between these times of the enterprise's clocks; empty: no quiet hours */
  quietFrom: Clock,
  quietUntil: Clock,
  /** Users who are told beside the owner, each as far as they may see all that is counted */
  userIds: z.array(Id).max(reportPeopleMax).default([]),
  isActive: formBoolean.default(true),
});
export type ReportAlertSave = z.infer<typeof ReportAlertSave>;

export const ReportAlert = ReportAlertSave.omit({ userIds: true })
  .extend({
    id: Id,
    unit: z.enum(figureUnits),
    people: z.array(Person),
    owner: Person,
    isOwn: z.boolean(),
    /** Its owner and administrators change it */
    canEdit: z.boolean(),
    state: z.enum(alertStates),
    /** The state's beginning */
    since: Instant,
    /** Figure of the last look; null: of no chat, or it was not looked at yet */
    lastValue: z.number().nullable(),
    lookedAt: Instant.nullable(),
    /** The reason why it is not looked at; empty: it is */
    hold: z.enum(alertHolds),
    version: z.number(),
  })
  .meta({ id: 'ReportAlert' });
export type ReportAlert = z.infer<typeof ReportAlert>;

const tag = 'Alerts of figures';
const base = '/e/enterprise/reports/alerts';
const AlertParams = z.object({ reportAlertId: Id });
const access = screens.chatAnalytics.permissions;

export const reportAlertEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The caller's alerts, and those by which they are told, by name; administrators see all",
    tag,
    access,
    answer: z.array(ReportAlert),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add an alert',
    audit: leaves('report_alert', 'create'),
    tag,
    access,
    body: ReportAlertSave,
    answer: ReportAlert,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:reportAlertId`,
    summary: 'One alert',
    tag,
    access,
    params: AlertParams,
    answer: ReportAlert,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:reportAlertId`,
    summary: 'Change an alert; it begins quiet',
    audit: leaves('report_alert', 'edit'),
    tag,
    access,
    params: AlertParams,
    body: ReportAlertSave.extend({ version: Version }),
    answer: ReportAlert,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:reportAlertId`,
    summary: 'Delete an alert',
    audit: leaves('report_alert', 'delete'),
    tag,
    access,
    params: AlertParams,
    answer: z.null(),
  }),
};
