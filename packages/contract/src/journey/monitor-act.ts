import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { actOutcomes, actReasons, monitorActs, mostActed } from './journey-kinds.ts';
import { monitorAccess as access, monitorPath as base, monitorTag as tag, WalkFilter } from './monitor-shared.ts';

/** Outcome of an act for one person. */
export const ActedPerson = z
  .object({
    instanceId: Id,
    customerName: z.string(),
    /** Address as the viewer may see it */
    address: z.string(),
    /** Node where the person stood when it was done */
    node: z.string(),
    nodeName: z.string(),
    nodeType: z.string(),
    outcome: z.enum(actOutcomes),
    /** Reason why it is held or refused, and the same in words; '' where it is done */
    code: z.union([z.enum(actReasons), z.literal('')]),
    reason: z.string(),
  })
  .meta({ id: 'ActedPerson' });
export type ActedPerson = z.infer<typeof ActedPerson>;

/** An act on more walks than one call takes: how far it is, and what came of it. */
export const ActJob = z
  .object({
    id: Id,
    act: z.enum(monitorActs),
    state: z.enum(['waiting', 'running', 'completed', 'cancelled']),
    /** Walks that were meant when it was asked for */
    total: z.number(),
    done: z.number(),
    held: z.number(),
    refused: z.number(),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ActJob' });
export type ActJob = z.infer<typeof ActJob>;

const JobParams = z.object({ actId: Id });

/** Acts of operators on walks. */
export const actEndpoints = {
  count: defineEndpoint({
    method: 'GET',
    path: `${base}/count`,
    summary: 'How many walks a filter leaves, up to as many as one act takes',
    tag,
    access,
    query: WalkFilter,
    answer: z.object({
      count: z.number(),
      /** There are more than an act takes */
      isCut: z.boolean(),
    }),
  }),
  act: defineEndpoint({
    method: 'POST',
    path: `${base}/act`,
    summary:
      'Repeat the failed step, go on at a node, hand over or stop: walks of a list, or all that a filter leaves; each that holds or refuses says why. More than 1,000 are a job',
    audit: leaves('journey', 'edit'),
    tag,
    access,
    body: z.object({
      act: z.enum(monitorActs),
      /** Either these, or all that the filter leaves: they are found within the act */
      instanceIds: z.array(Id).max(mostActed).default([]),
      filter: WalkFilter.optional(),
      /** `continue` only */
      node: text(20).default(''),
      /** `handOver` only */
      departmentId: z.union([Id, z.literal('')]).default(''),
      /** `retry` only: also repeats a call that was confirmed */
      repeatsCalls: z.boolean().default(false),
      /** The same key again answers the job that it made */
      key: text(64).default(''),
    }),
    answer: z.object({
      done: z.number(),
      held: z.number(),
      refused: z.number(),
      /** Each of them, where it was done at once */
      people: z.array(ActedPerson),
      /** Job that is made where there are too many for that */
      job: ActJob.nullable(),
    }),
  }),
  acts: defineEndpoint({
    method: 'GET',
    path: `${base}/acts`,
    summary: 'The latest acts on many walks, the newest first; their results are kept for 90 days',
    tag,
    access,
    answer: z.object({ jobs: z.array(ActJob) }),
  }),
  actPeople: defineEndpoint({
    method: 'GET',
    path: `${base}/acts/:actId/people`,
    summary: 'What an act on many walks came to for each person, as far as it has come',
    tag,
    access,
    params: JobParams,
    query: Page.extend({ outcome: z.union([z.enum(actOutcomes), z.literal('')]).default('') }),
    answer: z.object({ people: z.array(ActedPerson), more: z.boolean() }),
  }),
  cancelAct: defineEndpoint({
    method: 'POST',
    path: `${base}/acts/:actId/cancel`,
    summary: 'Stop an act on many walks; what it has done stays done',
    audit: leaves('journey', 'edit'),
    tag,
    access,
    params: JobParams,
    answer: ActJob,
  }),
};
