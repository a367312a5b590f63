import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { journeyEntryKinds, journeyMoves, journeyRefKinds, journeyStates } from './journey-kinds.ts';

/**
 * Streams: what the specification calls journeys. Documents travel as they are kept (`parley.journey`); the server and the designer read them
 * by the same package, which knows their schema. `revision` rises with each change of a draft.
 */
export const JourneyDocument = z.record(z.string(), z.unknown());
const Revision = Version;
const base = '/e/enterprise/journey';
const tag = 'Streams';
const Params = z.object({ journeyId: Id });
const VersionParams = Params.extend({ version: z.coerce.number().int().min(0).max(1_000_000) });
export const journeyReaders = ['JOURNEYS.VIEW', 'JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.DELETE'] as const;
const editors = ['JOURNEYS.EDIT'] as const;

/** What is wrong with a document; `level` error keeps it from being published. */
export const JourneyFinding = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  node: z.string(),
  exit: z.string(),
  field: z.string(),
  text: z.string(),
});
export type JourneyFinding = z.infer<typeof JourneyFinding>;

/** What begins a stream, where. `word` is folded: case, accents and blanks make no difference. */
export const JourneyEntry = z
  .object({
    id: Id,
    journeyId: Id,
    journeyName: z.string(),
    version: z.number(),
    /** Of the stream; older ones can be gone back to */
    newestVersion: z.number(),
    channelId: Id,
    channelName: z.string(),
    channelType: z.number(),
    kind: z.enum(journeyEntryKinds),
    word: z.string(),
    environment: z.enum(['sandbox', 'production']),
    isActive: z.boolean(),
    /** Where it can be opened from: a link with the word in it; '' where the channel has none */
    link: z.string(),
    since: Instant,
    by: z.string(),
  })
  .meta({ id: 'JourneyEntry' });
export type JourneyEntry = z.infer<typeof JourneyEntry>;

export const JourneyItem = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    folder: z.string(),
    state: z.enum(journeyStates),
    /** The newest one published; 0 while there is none */
    version: z.number(),
    /** The draft differs from that version */
    hasChanges: z.boolean(),
    revision: z.number(),
    channels: z.array(z.object({ id: z.string(), name: z.string() })),
    entries: z.array(z.object({ kind: z.enum(journeyEntryKinds), word: z.string(), channelName: z.string() })),
    running: z.number(),
    /** Of those that began within 7 days */
    started: z.number(),
    completed: z.number(),
    updatedBy: z.string(),
    updatedOn: Instant,
    may: z.array(z.enum(journeyMoves)),
  })
  .meta({ id: 'JourneyItem' });
export type JourneyItem = z.infer<typeof JourneyItem>;

export const JourneyLease = z.object({
  /** Who edits; '' nobody */
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
    /** Who changed it since the newest version */
    unpublishedBy: z.array(z.string()),
    /** The caller may look, and change nothing */
    readOnly: z.boolean(),
    lease: JourneyLease,
  })
  .meta({ id: 'JourneyDraft' });
export type JourneyDraft = z.infer<typeof JourneyDraft>;

export const JourneyVersion = z.object({
  version: z.number(),
  note: z.string(),
  by: z.string(),
  at: Instant,
  fingerprint: z.string(),
  nodes: z.number(),
  /** Saved conversations that were played before it was published; `waived`: why it was published although one failed */
  rehearsal: z.object({ passed: z.number(), failed: z.number(), waived: z.string() }),
  running: z.number(),
});
export type JourneyVersion = z.infer<typeof JourneyVersion>;

/** A saved conversation of a stream: `test` is what packages/journey calls a TestCase. */
export const JourneyTest = z.object({ id: z.string(), name: z.string(), test: JourneyDocument, updatedOn: Instant, updatedBy: z.string() });
export type JourneyTest = z.infer<typeof JourneyTest>;
const TestParams = Params.extend({ testId: text(20) });

export const RehearsalResult = z.object({
  fingerprint: z.string(),
  tests: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPassed: z.boolean(),
      failures: z.array(z.object({ expectation: z.number(), found: z.string() })),
      turns: z.array(
        z.object({
          shown: z.array(z.string()),
          visits: z.array(z.object({ stream: z.string(), node: z.string(), exit: z.string().nullable() })),
          standing: z.object({ state: z.string(), reason: z.string(), outcome: z.string() }),
        }),
      ),
    }),
  ),
  coverage: z.object({
    nodes: z.number(),
    nodesCovered: z.number(),
    exits: z.number(),
    exitsCovered: z.number(),
    missed: z.array(z.string()),
  }),
});
export type RehearsalResult = z.infer<typeof RehearsalResult>;

/** What an import found: what has no twin here, and what it names that the enterprise does not have. */
export const JourneyImport = z.object({
  journeyId: Id,
  name: z.string(),
  tests: z.number(),
  notes: z.array(z.object({ node: z.string(), text: z.string() })),
  references: z.array(z.object({ ref: z.string(), id: z.string(), name: z.string(), found: z.string() })),
});
export type JourneyImport = z.infer<typeof JourneyImport>;

const List = z.object({
  search: text(120).default(''),
  folder: text(60).default(''),
  state: z.union([z.enum(journeyStates), z.literal('')]).default(''),
  channelId: z.union([Id, z.literal('')]).default(''),
});

export const journeyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Streams, what was changed last first',
    tag,
    access: journeyReaders,
    query: Page.extend(List.shape),
    answer: z.object({ journeys: z.array(JourneyItem), more: z.boolean(), folders: z.array(z.string()) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'An empty stream, or one of the ready-made examples',
    audit: leaves('journey', 'create'),
    tag,
    access: ['JOURNEYS.CREATE'],
    body: z.object({
      name: requiredText(120),
      description: text(1000).default(''),
      folder: text(60).default(''),
      language: text(20).default('en'),
      /** '' for an empty one */
      example: text(40).default(''),
    }),
    answer: JourneyItem,
  }),
  examples: defineEndpoint({
    method: 'GET',
    path: `${base}/examples`,
    summary: 'Ready-made streams to begin with',
    tag,
    access: journeyReaders,
    answer: z.object({ examples: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), nodes: z.number() })) }),
  }),
  import: defineEndpoint({
    method: 'POST',
    path: `${base}/import`,
    summary: 'A draft from a file: a .parley file of an export, or the JSON of a Typebot (JOURNEY-003)',
    audit: leaves('journey', 'import'),
    tag,
    access: ['JOURNEYS.CREATE'],
    mostBytes: 52_428_800,
    perMinute: 20,
    answer: JourneyImport,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId`,
    summary: 'One stream',
    tag,
    access: journeyReaders,
    params: Params,
    answer: JourneyItem,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:journeyId`,
    summary: 'Name, description and folder of a stream',
    audit: leaves('journey', 'edit'),
    tag,
    access: editors,
    params: Params,
    body: z.object({ name: requiredText(120), description: text(1000).default(''), folder: text(60).default(''), revision: Revision }),
    answer: JourneyItem,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:journeyId`,
    summary: 'Move a stream to the bin; refused while it runs for somebody, unless these are stopped too',
    audit: leaves('journey', 'delete'),
    tag,
    access: ['JOURNEYS.DELETE'],
    params: Params,
    query: z.object({ stopInstances: formBoolean.default(false) }),
    answer: z.null(),
  }),
  clone: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/clone`,
    summary: 'A copy of a draft with its saved conversations',
    audit: leaves('journey', 'create'),
    tag,
    access: ['JOURNEYS.CREATE'],
    params: Params,
    body: z.object({ name: text(120).default('') }),
    answer: JourneyItem,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/export`,
    summary: 'A stream as a .parley file: its draft, the streams inside of it and its saved conversations; no secrets',
    audit: leaves('journey', 'export'),
    tag,
    access: journeyReaders,
    params: Params,
    perMinute: 30,
  }),
  pause: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/pause`,
    summary: 'No new starts, and waits are held',
    audit: leaves('journey', 'deactivate'),
    tag,
    access: editors,
    params: Params,
    answer: JourneyItem,
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/resume`,
    summary: 'Go on where it was paused',
    audit: leaves('journey', 'activate'),
    tag,
    access: editors,
    params: Params,
    answer: JourneyItem,
  }),

  draft: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/draft`,
    summary: 'The draft with who edits it',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    params: Params,
    answer: JourneyDraft,
  }),
  edits: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/edits`,
    summary: 'Changes of a draft by the editor who holds it; refused with the draft as it is where somebody else was quicker',
    audit: leaves('journey', 'edit'),
    tag,
    access: editors,
    isForDesigner: true,
    perMinute: 240,
    params: Params,
    mostBytes: 2_097_152,
    body: z.object({ baseRevision: Revision, operations: z.array(JourneyDocument).min(1).max(500) }),
    answer: z.object({ revision: z.number(), at: Instant }),
  }),
  lease: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/lease`,
    summary: 'Hold a draft for a minute; `takeOver` takes it from whoever holds it',
    audit: leaves('journey', 'edit'),
    tag,
    access: editors,
    isForDesigner: true,
    params: Params,
    body: z.object({ takeOver: formBoolean.default(false) }),
    answer: JourneyLease,
  }),
  release: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:journeyId/lease`,
    summary: 'Give a draft back',
    audit: leavesNothing('a lease ends by itself within a minute'),
    tag,
    access: editors,
    isForDesigner: true,
    params: Params,
    answer: z.null(),
  }),
  refs: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/refs`,
    summary: 'What of one kind a stream may name, by the beginning of its name; at most 50',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    perMinute: 240,
    params: Params,
    query: z.object({ kind: z.enum(journeyRefKinds), search: text(120).default(''), within: text(100).default('') }),
    answer: z.object({ refs: z.array(z.object({ id: z.string(), name: z.string(), detail: z.string(), extra: JourneyDocument })) }),
  }),
  check: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/check`,
    summary: 'What of a draft is wrong, with what the enterprise has and lacks',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    params: Params,
    answer: z.object({ revision: z.number(), fingerprint: z.string(), findings: z.array(JourneyFinding) }),
  }),
  tests: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/tests`,
    summary: 'Saved conversations of a stream',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    params: Params,
    answer: z.object({ tests: z.array(JourneyTest) }),
  }),
  saveTest: defineEndpoint({
    method: 'PUT',
    path: `${base}/:journeyId/tests/:testId`,
    summary: 'Save a conversation under its own id',
    audit: leaves('journey', 'edit'),
    tag,
    access: editors,
    isForDesigner: true,
    params: TestParams,
    body: z.object({ test: JourneyDocument }),
    answer: JourneyTest,
  }),
  removeTest: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:journeyId/tests/:testId`,
    summary: 'Delete a saved conversation',
    audit: leaves('journey', 'edit'),
    tag,
    access: editors,
    isForDesigner: true,
    params: TestParams,
    answer: z.null(),
  }),
  rehearse: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/rehearse`,
    summary: 'Play every saved conversation on the draft, in memory: nothing is sent',
    audit: leavesNothing('it plays in memory'),
    tag,
    access: journeyReaders,
    isForDesigner: true,
    perMinute: 60,
    params: Params,
    answer: RehearsalResult,
  }),

  versions: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/versions`,
    summary: 'Published versions, the newest first',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    params: Params,
    answer: z.object({ versions: z.array(JourneyVersion) }),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: `${base}/:journeyId/versions/:version`,
    summary: 'The document of one version',
    tag,
    access: journeyReaders,
    isForDesigner: true,
    params: VersionParams,
    answer: JourneyVersion.extend({ document: JourneyDocument }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/publish`,
    summary: 'Make the draft a version; refused while it has errors, or a saved conversation fails and nobody says why it may',
    audit: leaves('journey', 'publish'),
    tag,
    access: editors,
    params: Params,
    body: z.object({
      revision: Revision,
      note: text(500).default(''),
      /** Why it is published although a saved conversation fails; '' where all pass */
      waiver: text(500).default(''),
      /** Who waits in an older version goes on in this one where that is possible */
      moves: formBoolean.default(false),
    }),
    answer: z.object({
      version: JourneyVersion,
      moved: z.number(),
      left: z.array(z.object({ instanceId: Id, reason: z.string() })),
    }),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: `${base}/:journeyId/versions/:version/restore`,
    summary: 'Make a version the draft again',
    audit: leaves('journey', 'roll_back'),
    tag,
    access: editors,
    params: VersionParams,
    body: z.object({ revision: Revision }),
    answer: JourneyItem,
  }),
  details: defineEndpoint({
    method: 'GET',
    path: '/chatbird/api/flows/:id/details',
    summary: 'The details of a flow: the stream, or one node of it (JOURNEY-004)',
    tag,
    access: journeyReaders,
    params: z.object({ id: text(64) }),
    query: z.object({ journeyId: z.union([Id, z.literal('')]).default('') }),
    answer: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      journeyId: Id,
      journeyName: z.string(),
      version: z.number(),
      state: z.enum(journeyStates),
      nodes: z.number(),
      variables: z.array(z.string()),
    }),
  }),
};
