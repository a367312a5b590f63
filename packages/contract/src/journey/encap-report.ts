import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { encapReporters, encapsPath } from './encap.ts';
import { EncapLaunch, EncapLink, LaunchFigures } from './encap-launch.ts';
import { MilestoneFigures } from './milestone-report.ts';

/** The reports of encaps, which the specification calls reports of campaigns (CAMP-039 to CAMP-045). */
const tag = 'Encap reports';
const base = `${encapsPath}/reports`;
const Day = z.union([z.iso.date(), z.literal('')]).default('');
/** Links that were made on these days, in the enterprise's zone; without an instance those of every launch. */
const Range = z.object({ campaignId: Id, instanceId: z.union([Id, z.literal('')]).default(''), fromDate: Day, toDate: Day });
const File = { 'x-access-id': z.string().max(500).default('') };

/** A link with what its person said. */
export const EncapData = EncapLink.extend({
  instanceName: z.string(),
  outcome: z.string(),
  values: z.array(z.object({ name: z.string(), text: z.string() })),
}).meta({ id: 'EncapData' });
export type EncapData = z.infer<typeof EncapData>;

export const encapReportEndpoints = {
  instanceCount: defineEndpoint({
    method: 'GET',
    path: `${base}/instanceCount`,
    summary: 'The equation of a launch, or of all launches of an encap (CAMP-039)',
    tag,
    access: encapReporters,
    query: Range,
    answer: LaunchFigures.extend({ instances: z.number() }),
  }),
  instances: defineEndpoint({
    method: 'GET',
    path: `${base}/instances`,
    summary: 'Launches with their equations; with an instance its links (CAMP-040)',
    tag,
    access: encapReporters,
    query: Page.extend(Range.shape),
    answer: z.object({ instances: z.array(EncapLaunch), links: z.array(EncapLink), more: z.boolean() }),
  }),
  dataCollection: defineEndpoint({
    method: 'GET',
    path: `${base}/datacollection`,
    summary: 'A row for each link, with the answers of its forms and its outcome (CAMP-041)',
    tag,
    access: encapReporters,
    query: Page.extend(Range.shape),
    answer: z.object({ rows: z.array(EncapData), more: z.boolean() }),
  }),
  dataCollectionCsv: defineEndpoint({
    method: 'GET',
    path: `${base}/datacollection/csv`,
    summary: 'The same as a file, sensitive values masked; the link carries x-access-id (CAMP-042)',
    audit: leaves('journey', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    query: Range.extend(File),
  }),
  milestoneCount: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneCount`,
    summary: 'How many walks have reached each milestone (CAMP-043)',
    tag,
    access: encapReporters,
    query: Range,
    answer: z.object({ started: z.number(), milestones: MilestoneFigures.shape.milestones }),
  }),
  milestoneGraph: defineEndpoint({
    method: 'GET',
    path: `${base}/milestoneGraph`,
    summary: 'The same by the hour or day of the walk’s start (CAMP-044)',
    tag,
    access: encapReporters,
    query: Range.extend({ timeType: z.enum(['HOUR', 'DAY']).default('DAY') }),
    answer: MilestoneFigures.pick({ milestones: true, points: true }),
  }),
  milestones: defineEndpoint({
    method: 'GET',
    path: `${base}/milestones`,
    summary: 'The milestones of each walk as XLSX; the link carries x-access-id (CAMP-045)',
    audit: leaves('journey', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    query: Range.extend(File).extend({ milestoneId: text(20).default('') }),
  }),
};
