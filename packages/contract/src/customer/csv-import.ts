import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FieldError, faultTexts } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, Page, text } from '../fields.ts';
import { UploadedFile } from '../file/file.ts';
import { z } from '../z.ts';
import { longestValue } from './attribute.ts';
import { DateOrder } from './day.ts';

/** The largest CSV file that is taken in. */
export const importLimitBytes = 5 * 1024 ** 3;
export const uploadsPage = 10;
export const errorListPage = 15;
/** Days in which an import can be undone. */
export const undoDays = 7;

export const importTexts = {
  invalidFormat: 'Invalid File Format !',
  empty: 'The file is empty.',
  noRows: 'The file has a header and no rows.',
  repeatedHeaders: 'A header occurs more than once',
  noPhoneMapping: faultTexts['mapping.no_phone'],
  noNameMapping: faultTexts['mapping.no_name'],
  noAccepted: 'No row of the file could be accepted.',
  unreadable: 'The file could not be read.',
  submitted: 'Uploaded Succesfully',
} as const;

export const delimiters = [',', ';', '\t'] as const;
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export const HeaderMapping = z.object({
  /** The header in the file (IMPORT-034). */
  src: text(500),
  /** The system header: a field of every customer, or the field name of an attribute. */
  des: text(60),
});
export type HeaderMapping = z.infer<typeof HeaderMapping>;

export const SystemHeader = z.object({ name: z.string(), label: z.string(), mandatory: z.boolean(), isDate: z.boolean() });
export type SystemHeader = z.infer<typeof SystemHeader>;

/**
 * A column with a date that can be two days, such as 05/04/2026, in the rows that were looked at. `order` is that of the column's other dates,
 * where they are of one order.
 */
export const UnclearDates = z.object({ header: z.string(), example: z.string(), order: DateOrder });
export type UnclearDates = z.infer<typeof UnclearDates>;

/** A mapping of an earlier file, with how its dates and its wrong values that nobody needs were read. */
export const SavedMapping = z.object({
  id: Id,
  name: z.string(),
  headerMapping: z.array(HeaderMapping),
  dateOrder: DateOrder,
  leavesOut: z.boolean(),
});
export type SavedMapping = z.infer<typeof SavedMapping>;

/** Answer of the first post (IMPORT-036): the file's head and what is proposed for it. */
export const ParsedCsv = z
  .object({
    uploadId: Id,
    fileName: z.string(),
    parsedHeaders: z.object({
      /** Names of the system headers, in their order; `systemFields` has their words. */
      systemHeaders: z.array(z.string()),
      userHeaders: z.array(z.string()),
    }),
    systemFields: z.array(SystemHeader),
    /** Headers of the file that fit a system header by name or alias. */
    proposal: z.array(HeaderMapping),
    /** First rows of the file, aligned with `userHeaders`. */
    sampleRows: z.array(z.array(z.string())),
    unclearDates: z.array(UnclearDates),
    delimiter: z.enum(delimiters),
    encoding: z.enum(encodings),
    /** ISO 3166 country that numbers without a country code are read with. */
    country: z.string(),
    savedMappings: z.array(SavedMapping),
  })
  .meta({ id: 'ParsedCsv' });
export type ParsedCsv = z.infer<typeof ParsedCsv>;

/** Values of one field that were left out of accepted rows, with the first of their lines. */
export const LeftOut = z.object({ field: z.string(), label: z.string(), count: z.number(), lines: z.array(z.number()) });
export type LeftOut = z.infer<typeof LeftOut>;

/** `WAITING` until every line is handled (IMPORT-031); `phase` tells more than the specification's three states. */
export const importPhases = ['parsed', 'queued', 'running', 'completed', 'failed', 'cancelled', 'undoing', 'undone'] as const;
export const UploadRecord = z
  .object({
    uploadId: Id,
    file: z.object({ name: z.string(), size: z.number() }),
    state: z.enum(['COMPLETED', 'WAITING', 'ERROR']),
    phase: z.enum(importPhases),
    /** Data lines read so far; at the end accepted + errors = total, and at every moment before. */
    totalLines: z.number(),
    acceptedLines: z.number(),
    errorLines: z.number(),
    /** Counts of the accepted rows: new customers, and existing ones whose values were replaced. */
    createdCount: z.number(),
    replacedCount: z.number(),
    /** 0 to 1, by bytes read; of an undo by rows. */
    progress: z.number(),
    /** Reason why the file could not be processed, or what an undo had to leave. */
    reason: z.string(),
    replace: z.boolean(),
    group: z.string(),
    label: z.string(),
    /** Streams that begin when a value changes begin by the rows too */
    startsStreams: z.boolean(),
    /** Number of walks that begin; while it runs, the number that would */
    startCount: z.number(),
    /** Number of walks that do not, since more than `mostStartsAtOnce` would begin at once; the rows are imported nevertheless */
    refusedStartCount: z.number(),
    /** Values that are wrong and not needed are left out, and their rows accepted */
    leavesOut: z.boolean(),
    leftOut: z.array(LeftOut),
    createdBy: z.string(),
    submittedAt: z.iso.datetime().nullable(),
    completedAt: z.iso.datetime().nullable(),
    /** '5 Jan 2024 03:30 PM' in the enterprise's zone; empty while it runs (IMPORT-008). */
    completedTimeStr: z.string(),
    /** Time until which it can be undone; null when it cannot. */
    undoUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'UploadRecord' });
export type UploadRecord = z.infer<typeof UploadRecord>;

/** Reasons why an undo leaves a customer: changed by people, replaced by a later import, in a chat, written to, or in the bin or merged. */
export const undoKeepReasons = ['changed', 'import', 'chat', 'message', 'bin'] as const;
export type UndoKeepReason = (typeof undoKeepReasons)[number];
/** Forecast of what an undo would do now. */
export const UndoForesight = z
  .object({
    /** New customers that go, and replaced ones whose values come back. */
    removedCount: z.number(),
    restoredCount: z.number(),
    kept: z.array(z.object({ reason: z.enum(undoKeepReasons), count: z.number() })),
    /** False: the import is so large that only its first rows were looked at. */
    isWhole: z.boolean(),
  })
  .meta({ id: 'UndoForesight' });
export type UndoForesight = z.infer<typeof UndoForesight>;

export const UploadErrorRow = z
  .object({
    /** Line number in the file, its header being line 1; a quoted line break counts. */
    lineNumber: z.number(),
    lineStr: z.string(),
    /** The row's cells, aligned with `headers`, to edit in place; empty when the row could not be cut into cells. */
    cells: z.array(z.string()),
    /** Rows of earlier versions have no code. */
    errors: z.array(FieldError),
  })
  .meta({ id: 'UploadErrorRow' });
export type UploadErrorRow = z.infer<typeof UploadErrorRow>;

/**
 * One way to mend many rows: a country for numbers without one, an order for dates that can be two days, long names cut at a word or kept
 * whole, or a column that gets a value or none.
 */
export const RowFix = z.discriminatedUnion('how', [
  z.object({ how: z.literal('country'), country: z.string().length(2) }),
  z.object({ how: z.literal('dates'), order: DateOrder.exclude(['']) }),
  z.object({ how: z.literal('names'), way: z.enum(['cut', 'keep']) }),
  z.object({ how: z.literal('value'), column: z.coerce.number().int().min(0).max(999), value: text(longestValue) }),
]);
export type RowFix = z.infer<typeof RowFix>;

const CsvUploadRequest = z.object({
  file: z.object({ name: text(200), path: text(2000), source: text(10).default('URL') }).optional(),
  /** The label's id. */
  segmentId: z.union([Id, z.literal('')]).nullish(),
  groupId: z.union([Id, z.literal('')]).nullish(),
  group: formBoolean.default(false),
  replace: formBoolean.default(false),
  /** Streams that begin when a value changes begin by the rows of the file too. */
  startStreams: formBoolean.default(false),
  /** A wrong value of a field that is not mandatory is left out and counted, in place of refusing its row. */
  leaveOutInvalid: formBoolean.default(false),
  headerMapping: z.array(HeaderMapping).max(300).default([]),
  /** Given: the mapping is submitted. Not given: the file is parsed. */
  uploadId: z.union([Id, z.literal('')]).optional(),
  country: text(2).default(''),
  /** Order for dates of the file that can be two days; not given: their rows are refused. */
  dateOrder: DateOrder.default(''),
  /** A name to save the mapping under, for the next file of the kind. */
  mappingName: text(60).default(''),
});

const tag = 'Imports';
const base = '/chatbird/api/customer_master';
const access = screens.customers.permissions;
const UploadParams = z.object({ uploadId: Id });
const OneUpload = z.object({ customerCSV: UploadRecord });

export const importEndpoints = {
  /** Multipart: `file`. Streamed to the store; what is no text, or larger than the limit, is refused while it arrives. */
  uploadFile: defineEndpoint({
    method: 'POST',
    path: `${base}/uploads/file`,
    summary: 'Upload a CSV file of up to 5 GB as multipart/form-data',
    audit: leavesNothing('the file is read'),
    tag,
    access,
    perMinute: 30,
    answer: UploadedFile,
    wrap: 'response',
  }),
  submit: defineEndpoint({
    method: 'POST',
    path: `${base}/uploads`,
    summary: 'Parse an uploaded file; with uploadId submit its header mapping',
    audit: leaves('import', 'import'),
    tag,
    access,
    perMinute: 60,
    body: CsvUploadRequest,
    answer: z.union([ParsedCsv, OneUpload]),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/uploads`,
    summary: 'My Uploads, newest first',
    tag,
    access,
    query: Page.extend({
      perPage: formNumber(-1, 200).default(uploadsPage),
      /** Days are of the enterprise's clock, and the last counts whole. */
      fromDate: z.union([z.iso.datetime(), z.iso.date(), z.literal('')]).default(''),
      toDate: z.union([z.iso.datetime(), z.iso.date(), z.literal('')]).default(''),
    }),
    answer: z.object({ customerCSVs: z.array(UploadRecord), hasMore: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/uploads/:uploadId`,
    summary: 'One upload and how far it is',
    tag,
    access,
    params: UploadParams,
    answer: OneUpload,
  }),
  errors: defineEndpoint({
    method: 'GET',
    path: `${base}/uploads/:uploadId/errors`,
    summary: 'The Error List: refused rows by line number, with every reason',
    tag,
    access,
    params: UploadParams,
    query: Page.extend({
      perPage: formNumber(-1, 200).default(errorListPage),
      /** Part of the row's text or of a reason. */
      search: text(120).default(''),
      groups: formList(Id).default([]),
      tags: formList(Id).default([]),
      /** One kind of reason, as `kinds` names it. */
      kind: text(500).default(''),
    }),
    answer: z.object({
      customers: z.object({ customers: z.array(UploadErrorRow), headers: z.array(z.string()), hasMore: z.boolean() }),
      /** The most frequent first: an example of the reason, and how many rows have one of the kind. */
      kinds: z.array(FieldError.extend({ kind: z.string(), count: z.number() })),
    }),
  }),
  repair: defineEndpoint({
    method: 'PUT',
    path: `${base}/uploads/:uploadId/errors`,
    summary: 'Resubmit refused rows with other cells; what is accepted leaves the Error List',
    audit: leaves('import', 'edit'),
    tag,
    access,
    params: UploadParams,
    body: z.object({
      lines: z
        .array(z.object({ lineNumber: z.coerce.number().int().min(1), cells: z.array(text(longestValue)).max(1000) }))
        .min(1)
        .max(200),
    }),
    answer: z.object({ acceptedCount: z.number(), rejected: z.array(UploadErrorRow) }),
  }),
  /** Rows are taken in their order, some of them a call: `after` is the last line of the call before. */
  repairKind: defineEndpoint({
    method: 'PUT',
    path: `${base}/uploads/:uploadId/errors/kind`,
    summary: 'Mend refused rows of one kind of reason in one way, and resubmit them',
    audit: leaves('import', 'edit'),
    tag,
    access,
    perMinute: 600,
    params: UploadParams,
    body: z.object({ kind: text(500).min(1), fix: RowFix, after: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({ acceptedCount: z.number(), rejectedCount: z.number(), lastLine: z.number(), more: z.boolean() }),
  }),
  /** A CSV file: the columns of the import and one more with the reasons. The link carries x-access-id, or the call a session. */
  downloadErrors: defineEndpoint({
    method: 'GET',
    path: `${base}/uploads/:uploadId/errors/csv`,
    summary: 'Download the refused rows with an extra reason column',
    audit: leaves('import', 'export'),
    tag,
    access: 'public',
    perMinute: 60,
    params: UploadParams,
    query: z.object({ 'x-access-id': z.string().max(500).default('') }),
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: `${base}/uploads/:uploadId/cancel`,
    summary: 'Stop an import; the lines so far stay, and can be undone',
    audit: leaves('import', 'cancel'),
    tag,
    access,
    params: UploadParams,
    answer: OneUpload,
  }),
  foreseeUndo: defineEndpoint({
    method: 'GET',
    path: `${base}/uploads/:uploadId/undo`,
    summary: 'What an undo would do now: how many customers go, come back and stay, and why they stay',
    tag,
    access,
    perMinute: 60,
    params: UploadParams,
    answer: z.object({ undo: UndoForesight }),
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: `${base}/uploads/:uploadId/undo`,
    summary: 'Undo an import of the last seven days, or what an undo has left: new customers not used since go, replaced values come back',
    audit: leaves('import', 'undo'),
    tag,
    access,
    params: UploadParams,
    answer: OneUpload,
  }),
  sample: defineEndpoint({
    method: 'GET',
    path: `${base}/sample`,
    summary: 'A CSV file with the system headers and an example row',
    tag,
    access: 'public',
    perMinute: 60,
    query: z.object({ 'x-access-id': z.string().max(500).default('') }),
  }),
  removeMapping: defineEndpoint({
    method: 'DELETE',
    path: `${base}/mappings/:mappingId`,
    summary: 'Forget a saved header mapping',
    audit: leaves('mapping', 'delete'),
    tag,
    access,
    params: z.object({ mappingId: Id }),
    answer: z.null(),
  }),
};

export type CsvUploadRequest = z.input<typeof CsvUploadRequest>;
