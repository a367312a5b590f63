import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { draftEndpoints } from './draft.ts';
import { JourneyItem } from './journey-item.ts';
import { journeyStates } from './journey-kinds.ts';
import { JourneyParams, JourneyRevision, journeyEditors, journeyReaders, journeysPath, journeysTag } from './journey-shared.ts';
import { rehearsalEndpoints } from './rehearsal.ts';
import { versionEndpoints } from './version.ts';

/** Result of an import: parts that have no twin here, and the names in it that the enterprise does not have. */
export const JourneyImport = z.object({
  journeyId: Id,
  name: z.string(),
  tests: z.number(),
  notes: z.array(z.object({ node: z.string(), text: z.string() })),
  /** `found`: what it is here, '' where it is left open; `isNew`: it came with the file */
  references: z.array(z.object({ ref: z.string(), id: z.string(), name: z.string(), found: z.string(), isNew: z.boolean() })),
});
export type JourneyImport = z.infer<typeof JourneyImport>;

const List = z.object({
  search: text(120).default(''),
  folder: text(60).default(''),
  state: z.union([z.enum(journeyStates), z.literal('')]).default(''),
  channelId: z.union([Id, z.literal('')]).default(''),
});

/** Streams as they are listed, made, copied and taken away, with the calls for their drafts, conversations and versions. */
export const journeyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: journeysPath,
    summary: 'Streams, what was changed last first',
    tag: journeysTag,
    access: journeyReaders,
    query: Page.extend(List.shape),
    answer: z.object({ journeys: z.array(JourneyItem), more: z.boolean(), folders: z.array(z.string()) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: journeysPath,
    summary: 'An empty stream, or one of the ready-made examples',
    audit: leaves('journey', 'create'),
    tag: journeysTag,
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
    path: `${journeysPath}/examples`,
    summary: 'Ready-made streams to begin with',
    tag: journeysTag,
    access: journeyReaders,
    answer: z.object({ examples: z.array(z.object({ id: z.string(), name: z.string(), description: z.string(), nodes: z.number() })) }),
  }),
  import: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/import`,
    summary:
      'A draft from a file: a .parley file of an export, or the JSON of a Typebot (JOURNEY-003); media that the library lacks are added to it',
    audit: leaves('any', 'import'),
    tag: journeysTag,
    access: ['JOURNEYS.CREATE'],
    mostBytes: 52_428_800,
    perMinute: 20,
    answer: JourneyImport,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId`,
    summary: 'One stream',
    tag: journeysTag,
    access: journeyReaders,
    params: JourneyParams,
    answer: JourneyItem,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${journeysPath}/:journeyId`,
    summary: 'Name, description and folder of a stream',
    audit: leaves('journey', 'edit'),
    tag: journeysTag,
    access: journeyEditors,
    params: JourneyParams,
    body: z.object({
      name: requiredText(120),
      description: text(1000).default(''),
      folder: text(60).default(''),
      revision: JourneyRevision,
    }),
    answer: JourneyItem,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${journeysPath}/:journeyId`,
    summary: 'Move a stream to the bin; refused while it runs for somebody, unless these are stopped too',
    audit: leaves('journey', 'delete'),
    tag: journeysTag,
    access: ['JOURNEYS.DELETE'],
    params: JourneyParams,
    query: z.object({ stopInstances: formBoolean.default(false) }),
    answer: z.null(),
  }),
  clone: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/clone`,
    summary: 'A copy of a draft with its saved conversations',
    audit: leaves('journey', 'create'),
    tag: journeysTag,
    access: ['JOURNEYS.CREATE'],
    params: JourneyParams,
    body: z.object({ name: text(120).default('') }),
    answer: JourneyItem,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${journeysPath}/:journeyId/export`,
    summary:
      'A stream as a .parley file: its draft, the streams inside of it, its saved conversations and the media of the library that they name; no secrets',
    audit: leaves('journey', 'export'),
    tag: journeysTag,
    access: journeyReaders,
    params: JourneyParams,
    perMinute: 30,
  }),
  pause: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/pause`,
    summary: 'No new starts, and waits are held',
    audit: leaves('journey', 'deactivate'),
    tag: journeysTag,
    access: journeyEditors,
    params: JourneyParams,
    answer: JourneyItem,
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: `${journeysPath}/:journeyId/resume`,
    summary: 'Go on where it was paused',
    audit: leaves('journey', 'activate'),
    tag: journeysTag,
    access: journeyEditors,
    params: JourneyParams,
    answer: JourneyItem,
  }),

  details: defineEndpoint({
    method: 'GET',
    path: '/chatbird/api/flows/:id/details',
    summary: 'The details of a flow: the stream, or one node of it (JOURNEY-004)',
    tag: journeysTag,
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

  ...draftEndpoints,
  ...rehearsalEndpoints,
  ...versionEndpoints,
};
