import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant, requiredText } from '../fields.ts';
import { z } from '../z.ts';
import { noDepartment } from './inbox-kinds.ts';
import {
  scenarioChangesMax,
  scenarioDepartmentsMax,
  scenarioFailures,
  scenarioFigures,
  scenarioReasons,
  scenarioStates,
} from './scenario-kinds.ts';

const tag = 'What-if';
const base = '/e/enterprise/chat/scenarios';
const access = screens.chatScenarios.permissions;

/** A department, or the chats of none. */
const Department = z.union([Id, z.literal(noDepartment)]);
const Time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['09:30'] });
const Weekdays = z.array(z.int().min(1).max(7)).min(1).max(7);
/** Days, Monday is 1, and times by the clocks of the enterprise; an end that is not behind the beginning is of the next day. */
const Shift = { weekdays: Weekdays, from: Time, to: Time };

/** A change of a department's work. */
export const ScenarioChange = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('agents'),
      departmentId: Department,
      count: z.int().min(-20).max(20),
      /** Chats at once of agents who are added; null: as the others */
      limit: z.int().min(1).max(200).nullable(),
      ...Shift,
    }),
    /** Chats at once of agents who have no limit of their own */
    z.object({ kind: z.literal('limit'), departmentId: Department, limit: z.int().min(1).max(200) }),
    z.object({ kind: z.literal('mode'), departmentId: Department, mode: z.enum(['automatic', 'roundRobin']) }),
    z.object({ kind: z.literal('accept'), departmentId: Department, seconds: z.int().min(5).max(3600) }),
    z.object({ kind: z.literal('wait'), departmentId: Department, seconds: z.int().min(5).max(86_400) }),
    /** The department is open in this time alone on these days */
    z.object({ kind: z.literal('hours'), departmentId: Department, ...Shift }),
    /** More or fewer of the chats that begin from an hour to another; the same hour twice: of all */
    z.object({
      kind: z.literal('volume'),
      departmentId: Department,
      percent: z.int().min(-100).max(300),
      fromHour: z.int().min(0).max(23),
      toHour: z.int().min(0).max(24),
    }),
  ])
  .meta({ id: 'ScenarioChange' });
export type ScenarioChange = z.infer<typeof ScenarioChange>;

export const ScenarioSave = z.object({
  name: requiredText(80),
  fromDate: z.iso.date(),
  toDate: z.iso.date(),
  departmentIds: z.array(Department).min(1).max(scenarioDepartmentsMax),
  changes: z.array(ScenarioChange).max(scenarioChangesMax),
});
export type ScenarioSave = z.infer<typeof ScenarioSave>;

const Value = z.number().nullable();
const Figures = z.object({ chats: z.number(), missed: z.number(), left: z.number(), waitMedianMs: Value, waitP90Ms: Value, load: Value });
const Hour = z.object({ chats: z.number(), missed: z.number(), waitMedianMs: Value, load: Value });
const Band = z.object({ value: Value, low: Value, high: Value });
const Bands = z.object({ chats: Band, missed: Band, left: Band, waitMedianMs: Band, waitP90Ms: Band, load: Band });
export type ScenarioBands = z.infer<typeof Bands>;
export type ScenarioHour = z.infer<typeof Hour>;

/** @property count chats of which the reason holds @property figure that the replay does not meet, as it was and as it was replayed */
const Reason = z.object({
  code: z.enum(scenarioReasons),
  count: z.number(),
  figure: z.enum(scenarioFigures).nullable(),
  was: Value,
  replayed: Value,
});
export type ScenarioReasonTold = z.infer<typeof Reason>;

/**
 * @property deviation the largest share by which the replay of what was differs from what was
 * @property now null: nothing is told, for the reasons
 */
const DepartmentResult = z.object({
  departmentId: z.string(),
  /** Empty: of none, or one that is gone */
  name: z.string(),
  reasons: z.array(Reason),
  deviation: z.number(),
  was: Figures.extend({ hours: z.array(Hour) }),
  now: z
    .object({
      figures: Bands,
      hours: z.array(Hour),
      /** Figures with so many agents more or fewer, beside the changes */
      staffing: z.array(z.object({ agents: z.number(), figures: Bands })),
      /** Chats that were missed, and are not in more than half of the runs */
      saved: z.array(z.object({ chatId: z.string(), chatNumber: z.string(), at: Instant })),
    })
    .nullable(),
});
export type ScenarioDepartment = z.infer<typeof DepartmentResult>;

const Scenario = ScenarioSave.extend({
  id: Id,
  departmentNames: z.array(z.string()),
  createdBy: z.string(),
  createdAt: Instant,
  state: z.enum(scenarioStates),
  failure: z.enum(scenarioFailures),
  /** Replays that are done, of all */
  done: z.number(),
  of: z.number(),
  finishedAt: Instant.nullable(),
});
export const ScenarioSummary = Scenario.meta({ id: 'ScenarioSummary' });
export type ScenarioSummary = z.infer<typeof ScenarioSummary>;
export const ScenarioFull = Scenario.extend({ departments: z.array(DepartmentResult), runs: z.number() }).meta({ id: 'Scenario' });
export type ScenarioFull = z.infer<typeof ScenarioFull>;

const params = z.object({ scenarioId: Id });

export const chatScenarioEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Scenarios of chats whose departments the data scope reaches, newest first; not for the scope own',
    tag,
    access,
    answer: z.array(ScenarioSummary),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save a scenario and replay the chats of its days with its changes',
    audit: leaves('scenario', 'create'),
    tag,
    access,
    perMinute: 20,
    body: ScenarioSave,
    answer: ScenarioFull,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:scenarioId`,
    summary: 'One scenario with its figures, beside what happened',
    tag,
    access,
    perMinute: 300,
    params,
    answer: ScenarioFull,
  }),
  run: defineEndpoint({
    method: 'POST',
    path: `${base}/:scenarioId/run`,
    summary: 'Replay a scenario again, such as after it has failed; one that is under way goes on',
    audit: leaves('scenario', 'start'),
    tag,
    access,
    perMinute: 20,
    params,
    answer: ScenarioFull,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:scenarioId`,
    summary: 'Delete a scenario',
    audit: leaves('scenario', 'delete'),
    tag,
    access,
    params,
    answer: z.null(),
  }),
};
