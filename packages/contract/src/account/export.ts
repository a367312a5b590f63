import { defineEndpoint } from '../endpoint.ts';
import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { leaves } from './audit-marks.ts';
import { exportFaults, exportKinds, exportStates } from './export-kinds.ts';

/** Parameters of the list's own download, those of its path included. */
const ExportFilter = z.record(z.string().max(60), z.union([text(320), z.number(), z.boolean(), z.array(text(320)).max(50)]));
export type ExportFilter = z.infer<typeof ExportFilter>;

export const Export = z
  .object({
    id: Id,
    kind: z.enum(exportKinds),
    /** Name of the file */
    name: z.string(),
    state: z.enum(exportStates),
    /** Rows that are written so far */
    rows: z.number(),
    /** Null: they are not counted beforehand */
    total: z.number().nullable(),
    sizeBytes: z.number().nullable(),
    fault: z.enum(exportFaults),
    downloads: z.number(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    /** The file goes then */
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Export' });
export type Export = z.infer<typeof Export>;

const tag = 'Exports';
const base = '/e/enterprise/exports';
const params = z.object({ exportId: Id });

export const exportEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The caller's exports of the last 30 days, the newest first",
    tag,
    access: 'session',
    answer: z.object({ exports: z.array(Export) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:exportId`,
    summary: 'An own export and how far it is',
    tag,
    access: 'session',
    params,
    answer: Export,
  }),
  /** Asked again with the same key it answers the export of before. */
  start: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Make a file of a list: up to 10,000 rows at once, more in the background',
    audit: leaves('export', 'create'),
    tag,
    access: 'session',
    changes: 'own',
    perMinute: 30,
    body: z.object({ kind: z.enum(exportKinds), filter: ExportFilter.default({}), requestKey: text(64).default('') }),
    answer: Export,
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: `${base}/:exportId/cancel`,
    summary: 'Stop an own export that is still being made',
    audit: leaves('export', 'cancel'),
    tag,
    access: 'session',
    changes: 'own',
    params,
    answer: Export,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:exportId`,
    summary: 'Remove an own export with its file',
    audit: leaves('export', 'delete'),
    tag,
    access: 'session',
    changes: 'own',
    params,
    answer: z.null(),
  }),
  file: defineEndpoint({
    method: 'GET',
    path: `${base}/:exportId/file`,
    summary: 'The file of an own export, as long as its maker may still read what stands in it; the link carries x-access-id',
    audit: leaves('export', 'export'),
    tag,
    access: 'public',
    perMinute: 60,
    params,
    query: z.object({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
