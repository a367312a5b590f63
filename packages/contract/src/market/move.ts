import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { moveKinds, moveLimits, moveMapKinds, moveOutcomes, movePhases, moveReasons, moveRecordKinds, moveSources } from './move-kinds.ts';

/** Moving in: contacts, old conversations and settings of another product are read, planned, taken in and, if wished, taken out again. */
const tag = 'Moving in';
const base = '/e/enterprise/moving-in';
const access = screens.movingIn.permissions;
const MoveParams = z.object({ moveId: Id });

const Counted = z.object({ kind: z.enum(moveKinds), come: z.number(), here: z.number(), dropped: z.number() });

export const MovePlan = z.object({
  kinds: z.array(Counted),
  /** Reasons for which records are dropped, by kind */
  drops: z.array(z.object({ kind: z.enum(moveRecordKinds), reason: z.enum(moveReasons), count: z.number() })),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
});
export type MovePlan = z.infer<typeof MovePlan>;

export const MoveReport = z.object({
  made: z.array(z.object({ kind: z.enum(moveKinds), count: z.number() })),
  undone: z.array(z.object({ kind: z.enum(moveKinds), count: z.number() })),
  kept: z.array(z.object({ kind: z.enum(moveKinds), count: z.number() })),
});
export type MoveReport = z.infer<typeof MoveReport>;

/** Something of the other product, and what it is here: an id, or '' */
export const MoveMapping = z.object({ kind: z.enum(moveMapKinds), key: z.string(), name: z.string(), detail: z.string(), to: z.string() });
export type MoveMapping = z.infer<typeof MoveMapping>;

export const MoveItem = z
  .object({
    id: Id,
    source: z.enum(moveSources),
    phase: z.enum(movePhases),
    files: z.array(z.string()),
    /** Address that it is read from; '' where it came as files */
    apiUrl: z.string(),
    createdBy: z.string(),
    createdOn: Instant,
    doneOn: Instant.nullable(),
    undoneOn: Instant.nullable(),
    reason: z.string(),
    version: z.number(),
  })
  .meta({ id: 'MoveItem' });
export type MoveItem = z.infer<typeof MoveItem>;

export const Move = MoveItem.extend({
  readRecords: z.number(),
  stage: z.string(),
  doneRecords: z.number(),
  totalRecords: z.number(),
  /** Time at which an address is asked again that has asked to wait, or failed */
  waitsUntil: Instant.nullable(),
  /** Faults of files as a whole, by file */
  warnings: z.array(z.object({ file: z.string(), reason: z.enum(moveReasons), line: z.number() })),
  plan: MovePlan.nullable(),
  report: MoveReport.nullable(),
  mapping: z.array(MoveMapping),
  /** Records that somebody may choose for each kind of mapping */
  choices: z.object({
    agent: z.array(z.object({ id: Id, name: z.string() })),
    inbox: z.array(z.object({ id: Id, name: z.string() })),
    team: z.array(z.object({ id: Id, name: z.string() })),
    attribute: z.array(z.object({ id: Id, name: z.string() })),
  }),
}).meta({ id: 'Move' });
export type Move = z.infer<typeof Move>;

export const MoveRecord = z
  .object({
    kind: z.enum(moveRecordKinds),
    key: z.string(),
    name: z.string(),
    /** File and line in it */
    ref: z.string(),
    outcome: z.enum(moveOutcomes),
    reason: z.enum(moveReasons),
    recordId: z.string(),
    /** The record as it was read, shortened */
    sample: z.string(),
  })
  .meta({ id: 'MoveRecord' });
export type MoveRecord = z.infer<typeof MoveRecord>;

const Address = z
  .union([z.url({ protocol: /^https?$/ }).max(500), z.literal('')])
  .default('')
  .meta({ examples: ['https://chat.example.com'] });

export const moveEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Moves from other products, newest first',
    tag,
    access,
    query: Page.extend({
      source: z.union([z.enum(moveSources), z.literal('')]).default(''),
      phase: z.union([z.enum(movePhases), z.literal('')]).default(''),
    }),
    answer: z.object({ moves: z.array(MoveItem), more: z.boolean() }),
  }),
  upload: defineEndpoint({
    method: 'POST',
    path: `${base}/files`,
    summary: 'Upload one file of an export: JSON, NDJSON, CSV, or a ZIP of those; at most 5 GB',
    audit: leavesNothing('nothing is read of it before a move begins'),
    tag,
    access,
    mostBytes: moveLimits.fileBytes,
    perMinute: 60,
    answer: z.object({ id: Id, name: z.string(), size: z.number() }),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Read an export, from files or from the address of the product; nothing is taken in by it',
    audit: leaves('move', 'create'),
    tag,
    access,
    perMinute: 20,
    body: z.object({
      source: z.enum(moveSources),
      fileIds: z.array(Id).max(moveLimits.files).default([]),
      apiUrl: Address,
      /** Number of the account there */
      apiAccount: text(40).default(''),
      /** Write-only; deleted when everything is read */
      apiToken: text(500).default(''),
    }),
    answer: Move,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:moveId`,
    summary: 'A move with its plan, its mapping, its progress and its report',
    tag,
    access,
    params: MoveParams,
    answer: Move,
  }),
  records: defineEndpoint({
    method: 'GET',
    path: `${base}/:moveId/records`,
    summary: 'Records of a move with what becomes of each, in the order in which they were read',
    tag,
    access,
    params: MoveParams,
    query: Page.extend({
      kind: z.union([z.enum(moveRecordKinds), z.literal('')]).default(''),
      outcome: z.union([z.enum(moveOutcomes), z.literal('')]).default(''),
      reason: z.enum(moveReasons).default(''),
    }),
    answer: z.object({ records: z.array(MoveRecord), more: z.boolean() }),
  }),
  map: defineEndpoint({
    method: 'PUT',
    path: `${base}/:moveId/mapping`,
    summary: 'Choose what agents, inboxes, teams and attributes of the other product are here; the plan is made anew',
    audit: leaves('move', 'edit'),
    tag,
    access,
    params: MoveParams,
    body: z.object({
      mapping: z
        .array(z.object({ kind: z.enum(moveMapKinds), key: requiredText(500), to: text(36) }))
        .min(1)
        .max(moveLimits.mapped),
      version: z.coerce.number().int().optional(),
    }),
    answer: Move,
  }),
  run: defineEndpoint({
    method: 'POST',
    path: `${base}/:moveId/run`,
    summary: 'Take in what the plan says; asked again, nothing is taken in twice',
    audit: leaves('move', 'import'),
    tag,
    access,
    params: MoveParams,
    answer: Move,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: `${base}/:moveId/undo`,
    summary: 'Take out what a run has made; what was used or changed since stays and is listed',
    audit: leaves('move', 'undo'),
    tag,
    access,
    params: MoveParams,
    answer: Move,
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: `${base}/:moveId/retry`,
    summary: 'Go on with a move that has failed, from where it stopped',
    audit: leaves('move', 'retry'),
    tag,
    access,
    params: MoveParams,
    answer: Move,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:moveId`,
    summary: 'Discard a move of which nothing is taken in, with all that was read',
    audit: leaves('move', 'delete'),
    tag,
    access,
    params: MoveParams,
    answer: z.null(),
  }),
};
