import { leavesNothing } from '../account/audit-marks.ts';
import { GivenConditions, noConditions } from '../customer/filter.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { audienceResults } from './result-kinds.ts';

const mostSets = 50;
const mostIterations = 20;
/** People that may come with one start. */
export const mostGiven = 10_000;

/** Audience of a campaign: people of any of these, each once, without those of the exclusions. */
export const Audience = z.object({
  groupIds: z.array(Id).max(mostSets).default([]),
  labelIds: z.array(Id).max(mostSets).default([]),
  /** A saved filter of the phone book */
  filterId: z.union([Id, z.literal('')]).default(''),
  conditions: GivenConditions.default(noConditions),
  /** Numbers with columns of their own, out of an uploaded file */
  fileId: z.union([Id, z.literal('')]).default(''),
  /** People of earlier iterations, by what became of them there */
  results: z
    .array(z.object({ activityId: Id, result: z.enum(audienceResults) }))
    .max(mostIterations)
    .default([]),
  /** The people come with the start, by a program: at most so many, and nobody else; null: they are chosen here */
  given: z
    .object({
      most: z.number().int().min(1).max(mostGiven),
      /** Names of values that come with them, for the mapping to choose from */
      columns: z.array(text(200)).max(60).default([]),
    })
    .nullable()
    .default(null),
  exclude: z
    .object({
      groupIds: z.array(Id).max(mostSets).default([]),
      labelIds: z.array(Id).max(mostSets).default([]),
      /** Leaves out people whom these iterations reached */
      activityIds: z.array(Id).max(mostIterations).default([]),
    })
    .default({ groupIds: [], labelIds: [], activityIds: [] }),
});
export type Audience = z.infer<typeof Audience>;

/** Tells whether it names any people itself. */
export const namesPeople = ({ groupIds, labelIds, filterId, conditions, fileId, results }: Audience): boolean =>
  groupIds.length + labelIds.length + results.length + conditions.clauses.length > 0 || filterId !== '' || fileId !== '';

/**
 * total = excluded + invalid + duplicates + blocked + optedOut + missing + capped + reachable: the first that holds counts, in the order of the gate.
 */
export const AudienceBreakdown = z
  .object({
    total: z.number(),
    excluded: z.number(),
    invalid: z.number(),
    duplicates: z.number(),
    blocked: z.number(),
    optedOut: z.number(),
    /** People who lack a value of the template; absent where nobody was asked for one, since there was no message yet */
    missing: z.number().optional(),
    capped: z.number(),
    reachable: z.number(),
    /** Reachable people by country; ISO 3166, '' where the number tells none */
    byCountry: z.array(z.object({ country: z.string(), count: z.number() })),
  })
  .meta({ id: 'AudienceBreakdown' });
export type AudienceBreakdown = z.infer<typeof AudienceBreakdown>;

export const audienceFileStates = ['READING', 'READY', 'ERROR'] as const;
/** A file of numbers, as it was read. */
export const AudienceFile = z
  .object({
    id: Id,
    name: z.string(),
    state: z.enum(audienceFileStates),
    /** Rows that were read so far, and those without a valid number */
    rows: z.number(),
    invalid: z.number(),
    /** The columns, as a mapping may name them; the first is the number's */
    columns: z.array(z.string()),
    error: text(300),
  })
  .meta({ id: 'AudienceFile' });
export type AudienceFile = z.infer<typeof AudienceFile>;

/** Audience and channel: enough to look at an audience before there is anything to send. */
export const AudienceAsk = z.object({
  channelId: Id,
  /** Marketing needs consent, and is capped */
  isMarketing: formBoolean.default(true),
  audience: Audience,
});
export type AudienceAsk = z.infer<typeof AudienceAsk>;

export const shownPeople = 50;
/** Somebody of an audience, as the reader may see them, with the columns of the file or of the phone book. */
export const AudiencePerson = z.object({ number: z.string(), columns: z.record(z.string(), z.string()) });
export type AudiencePerson = z.infer<typeof AudiencePerson>;

const tag = 'Campaigns';
const base = '/chatbird/api/campaign';
const access = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'] as const;
const FileParams = z.object({ fileId: Id });

export const audienceEndpoints = {
  count: defineEndpoint({
    method: 'POST',
    path: `${base}/audience`,
    summary: 'Whom an audience means, and what the gate would say of each now',
    audit: leavesNothing('it reads'),
    tag,
    access,
    perMinute: 60,
    body: AudienceAsk,
    answer: AudienceBreakdown,
  }),
  people: defineEndpoint({
    method: 'POST',
    path: `${base}/audience/people`,
    summary: 'The first people of an audience',
    audit: leavesNothing('it reads'),
    tag,
    access,
    perMinute: 60,
    body: AudienceAsk.extend({ columns: z.array(text(200)).max(60).default([]) }),
    answer: z.object({ people: z.array(AudiencePerson) }),
  }),
  addFile: defineEndpoint({
    method: 'POST',
    path: `${base}/audience/file`,
    summary: 'Upload numbers with columns of their own as multipart/form-data; the first row names the columns',
    audit: leavesNothing('the file is read, and used by nothing yet'),
    tag,
    access,
    perMinute: 30,
    query: z.object({ channelType: formNumber(0, 100), country: text(2).default('') }),
    answer: AudienceFile,
  }),
  getFile: defineEndpoint({
    method: 'GET',
    path: `${base}/audience/file/:fileId`,
    summary: 'A file of numbers, and how far it is read',
    tag,
    access,
    params: FileParams,
    answer: AudienceFile,
  }),
  badRows: defineEndpoint({
    method: 'GET',
    path: `${base}/audience/file/:fileId/bad`,
    summary: 'The rows of a file that cannot be sent to, with the reason, as CSV',
    tag,
    access,
    params: FileParams,
  }),
};
