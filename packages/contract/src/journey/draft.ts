import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { KnownHours } from '../account/calendar.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FaultValues } from '../faults.ts';
import { formBoolean, Id, Instant, text } from '../fields.ts';
import { z } from '../z.ts';
import { journeyStates } from './journey-kinds.ts';
import {
  JourneyDocument,
  JourneyParams,
  JourneyRevision,
  journeyEditors,
  journeyReaders,
  journeysPath,
  journeysTag,
} from './journey-shared.ts';
import { journeyRefKinds } from './ref-kinds.ts';

/** Fault of a document; `level` error keeps it from being published. */
export const JourneyFinding = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  node: z.string(),
  exit: z.string(),
  field: z.string(),
  /** Text in English */
  text: z.string(),
  /** The key of the text, or of an expression's fault, for other languages; '' where there is none. `slots` are the values in it. */
  what: z.string(),
  slots: FaultValues,
  /** The nodes of a way on which it happens, the start first; none where it happens on each */
  way: z.array(z.string()),
});
export type JourneyFinding = z.infer<typeof JourneyFinding>;

export const JourneyLease = z.object({
  /** Editor; '' nobody */
  holderId: z.string(),
  holderName: z.string(),
  isMine: z.boolean(),
  until: z.union([Instant, z.literal('')]),
});
export type JourneyLease = z.infer<typeof JourneyLease>;

export const JourneyDraft = z
  .object({
    journey: z.object({ id: Id, name: z.string(), state: z.enum(journeyStates), version: z.number() }),
    revision: z.number(),
    document: JourneyDocument,
    savedAt: Instant,
    /** Users who changed it since the newest version */
    unpublishedBy: z.array(z.string()),
    /** The caller may look, and change nothing */
    readOnly: z.boolean(),
    lease: JourneyLease,
    /** Zone and country of the enterprise: answers are read there when a customer's own are not known */
    place: z.object({ zone: z.string(), country: z.string() }),
  })
  .meta({ id: 'JourneyDraft' });
export type JourneyDraft = z.infer<typeof JourneyDraft>;

/** The draft of a stream: who edits it, what changes, what it may name, what is wrong with it. */
export const draftEndpoints = {
  draft: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/draft`,
    summary: 'The draft with who edits it',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: JourneyParams,
    answer: JourneyDraft,
  }),
  inside: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/inside`,
    summary:
      'The streams and forms inside of a draft, however deep, each as it was published last, and the hours that they name: what trying it out plays',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: JourneyParams,
    answer: z.object({
      streams: z.array(z.object({ id: Id, name: z.string(), version: z.number(), document: JourneyDocument })),
      forms: z.array(z.object({ id: Id, document: JourneyDocument })),
      hours: KnownHours,
    }),
  }),
  edits: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/edits`,
    summary: 'Changes of a draft by the editor who holds it; refused with the draft as it is where somebody else was quicker',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    isForDesigner: true,
    perMinute: 240,
    params: JourneyParams,
    mostBytes: 2_097_152,
    body: z.object({ baseRevision: JourneyRevision, operations: z.array(JourneyDocument).min(1).max(500) }),
    answer: z.object({ revision: z.number(), at: Instant }),
  }),
  lease: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/lease`,
    summary: 'Hold a draft for a minute; `takeOver` takes it from whoever holds it',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    isForDesigner: true,
    params: JourneyParams,
    body: z.object({ takeOver: formBoolean.default(false) }),
    answer: JourneyLease,
  }),
  release: defineEndpoint({
    method: 'DELETE',
    path: `${journeysPath}/:journeyId/lease`,
    summary: 'Give a draft back',
    audit: leavesNothing('a lease ends by itself within a minute'),
    tag: journeysTag,
    access: journeyEditors,
    isForDesigner: true,
    params: JourneyParams,
    answer: z.null(),
  }),
  updateCards: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/cards/:cardId/drafts`,
    summary: 'Copy a rich card as it is now into the drafts that have an earlier version; drafts that somebody edits are left and named',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    params: z.object({ cardId: Id }),
    answer: z.object({ updated: z.number(), held: z.array(z.string()) }),
  }),
  refs: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/refs`,
    summary: 'What of one kind a stream may name, by the beginning of its name; at most 50',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    perMinute: 240,
    params: JourneyParams,
    query: z.object({ kind: z.enum(journeyRefKinds), search: text(120).default(''), within: text(100).default('') }),
    answer: z.object({ refs: z.array(z.object({ id: z.string(), name: z.string(), detail: z.string(), extra: JourneyDocument })) }),
  }),
  check: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/check`,
    summary: 'What of a draft is wrong, with what the enterprise has and lacks',
    tag: journeysTag,
    access: journeyReaders,
    isForDesigner: true,
    params: JourneyParams,
    answer: z.object({ revision: z.number(), fingerprint: z.string(), findings: z.array(JourneyFinding) }),
  }),
};
