import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { answerFaces, formEnvironments, formRefKinds } from './form-kinds.ts';
import { JourneyDocument } from './journey-shared.ts';

/** Forms: one document with its faces, a page, a WhatsApp flow, and questions one after the other. */
const tag = 'Forms';
const base = '/e/enterprise/forms';
/** ENCAPS cannot be given to own roles (RBAC-010), so each call also takes its twin of streams. */
export const formReaders = screens.forms.permissions;
export const formMakers = ['JOURNEYS.CREATE', 'ENCAPS.CREATE', 'JOURNEYS.EDIT', 'ENCAPS.EDIT'] as const;
export const formEditors = ['JOURNEYS.EDIT', 'ENCAPS.EDIT'] as const;
export const formRemovers = ['JOURNEYS.DELETE', 'ENCAPS.DELETE'] as const;
export const formAnswerReaders = ['JOURNEYS.VIEW_REPORTS', 'ENCAPS.VIEW'] as const;
export const formRevealers = ['JOURNEYS.VIEW_REPORTS', 'ENCAPS.EDIT'] as const;
const Day = z.union([z.iso.date(), z.literal('')]).default('');
const FormParams = z.object({ formId: Id });

export const FormFindingItem = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  screen: z.string(),
  field: z.string(),
  part: z.string(),
  text: z.string(),
  slots: z.record(z.string(), z.string()),
});

export const FormItem = z
  .object({
    id: Id,
    name: z.string(),
    /** 0 draft, 2 published */
    state: z.number(),
    /** The newest version that is published; 0 while there is none */
    published: z.number(),
    /** The draft differs from that version */
    hasChanges: z.boolean(),
    screens: z.number(),
    fields: z.number(),
    languages: z.array(z.string()),
    /** Address of the page that everybody may open; '' while it is closed */
    pageUrl: z.string(),
    opened: z.number(),
    answered: z.number(),
    /** Streams that name it */
    usedIn: z.array(z.object({ id: z.string(), name: z.string() })),
    updatedBy: z.string(),
    updatedOn: Instant,
    version: z.number(),
  })
  .meta({ id: 'FormItem' });
export type FormItem = z.infer<typeof FormItem>;

export const FormVersionItem = z.object({
  number: z.number(),
  note: z.string(),
  publishedBy: z.string(),
  publishedOn: Instant,
  answered: z.number(),
});
export type FormVersionItem = z.infer<typeof FormVersionItem>;

/** @property text as the person said it @property isHidden the field is sensitive: its words are masked here */
const ShownAnswer = z.object({ field: z.string(), name: z.string(), label: z.string(), text: z.string(), isHidden: z.boolean() });
export const FormAnswerItem = z
  .object({
    id: Id,
    number: z.number(),
    face: z.string(),
    faces: z.array(z.enum(answerFaces)),
    environment: z.enum(formEnvironments),
    customerId: z.string(),
    customerName: z.string(),
    instanceId: z.string(),
    streamName: z.string(),
    seconds: z.number(),
    at: Instant,
    isErased: z.boolean(),
    values: z.array(ShownAnswer),
    /** Attributes that had changed since the form was opened, and were not overwritten */
    conflicts: z.array(z.object({ attributeId: z.string(), name: z.string(), had: z.string(), now: z.string(), said: z.string() })),
  })
  .meta({ id: 'FormAnswerItem' });
export type FormAnswerItem = z.infer<typeof FormAnswerItem>;

const AnswerFilter = z.object({
  /** 0: all versions */
  number: formNumber(0, 100_000).default(0),
  face: z.union([z.enum(answerFaces), z.literal('')]).default(''),
  environment: z.enum(formEnvironments).default('production'),
  search: text(120).default(''),
  fromDate: Day,
  toDate: Day,
});
export type AnswerFilter = z.infer<typeof AnswerFilter>;

/** The funnel of a form: each screen with those who saw it, and who left there. */
export const FormFigures = z
  .object({
    opened: z.number(),
    submitted: z.number(),
    open: z.number(),
    closed: z.number(),
    expired: z.number(),
    /** Median of those who sent; null while there is none */
    medianSeconds: z.number().nullable(),
    screens: z.array(z.object({ id: z.string(), title: z.string(), seen: z.number(), leftHere: z.number() })),
    faces: z.array(z.object({ face: z.enum(answerFaces), answered: z.number() })),
  })
  .meta({ id: 'FormFigures' });
export type FormFigures = z.infer<typeof FormFigures>;

export const formEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Forms, what was changed last first (CAMP-046)',
    tag,
    access: formReaders,
    query: Page.extend({ name: text(60).default(''), state: z.union([z.literal(''), formNumber(0, 2)]).default('') }),
    answer: z.object({ forms: z.array(FormItem), more: z.boolean() }),
  }),
  save: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save the draft of a form: a new one without an id, a copy of another one, or a change of one that is there (CAMP-047)',
    audit: leaves('form', 'edit'),
    tag,
    access: formMakers,
    isForDesigner: true,
    mostBytes: 2_097_152,
    body: z.object({
      id: z.union([Id, z.literal('')]).default(''),
      name: requiredText(60),
      language: text(20).default('en'),
      /** Left out: an empty one, or the document as it is */
      document: JourneyDocument.optional(),
      copyOf: z.union([Id, z.literal('')]).default(''),
      version: Version.optional(),
    }),
    answer: FormItem.extend({ document: JourneyDocument }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId`,
    summary: 'A form with its draft',
    tag,
    access: formReaders,
    isForDesigner: true,
    params: FormParams,
    /** `readOnly`: whoever asks may not change it */
    answer: FormItem.extend({ document: JourneyDocument, readOnly: z.boolean() }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:formId`,
    summary: 'Move a form to the bin; refused while a stream names it or somebody fills it in (CAMP-048)',
    audit: leaves('form', 'delete'),
    tag,
    access: formRemovers,
    params: FormParams,
    answer: z.null(),
  }),
  check: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/check`,
    summary: 'Findings of a draft; errors keep it from being published',
    tag,
    access: formReaders,
    isForDesigner: true,
    params: FormParams,
    answer: z.object({ findings: z.array(FormFindingItem) }),
  }),
  refs: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/refs`,
    summary: 'What of one kind a form may name, by the beginning of its name; at most 50',
    tag,
    access: formReaders,
    isForDesigner: true,
    perMinute: 240,
    params: FormParams,
    query: z.object({ kind: z.enum(formRefKinds), search: text(120).default('') }),
    answer: z.object({ refs: z.array(z.object({ id: z.string(), name: z.string(), detail: z.string() })) }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: `${base}/:formId/publish`,
    summary: 'Make the draft a version, which never changes',
    audit: leaves('form', 'publish'),
    tag,
    access: formEditors,
    isForDesigner: true,
    params: FormParams,
    body: z.object({ note: text(500).default(''), version: Version }),
    answer: FormItem,
  }),
  versions: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/versions`,
    summary: 'Versions of a form, the newest first',
    tag,
    access: formReaders,
    isForDesigner: true,
    params: FormParams,
    answer: z.object({ versions: z.array(FormVersionItem) }),
  }),
  version: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/versions/:number`,
    summary: 'The document of one version',
    tag,
    access: formReaders,
    isForDesigner: true,
    params: FormParams.extend({ number: formNumber(1, 100_000) }),
    answer: z.object({ number: z.number(), document: JourneyDocument }),
  }),
  page: defineEndpoint({
    method: 'PUT',
    path: `${base}/:formId/page`,
    summary: 'Open a page of the form for everybody who has its address, or close it; opened again, it has a new address',
    audit: leaves('form', 'edit'),
    tag,
    access: formEditors,
    params: FormParams,
    body: z.object({ isOpen: formBoolean, version: Version }),
    answer: FormItem,
  }),
  answers: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/answers`,
    summary: 'Answers of a form, the newest first',
    tag,
    access: formAnswerReaders,
    params: FormParams,
    query: Page.extend(AnswerFilter.shape),
    answer: z.object({ answers: z.array(FormAnswerItem), more: z.boolean() }),
  }),
  reveal: defineEndpoint({
    method: 'POST',
    path: `${base}/:formId/answers/:answerId/reveal`,
    summary: 'Sensitive values of one answer, each look of which is recorded',
    audit: leaves('form', 'reveal'),
    tag,
    access: formRevealers,
    changes: 'something',
    params: FormParams.extend({ answerId: Id }),
    body: z.object({}),
    answer: z.object({ values: z.array(ShownAnswer) }),
  }),
  download: defineEndpoint({
    method: 'GET',
    path: `${base}/csv`,
    summary: 'Answers as CSV, with the sensitive ones masked; the link carries x-access-id',
    audit: leaves('form', 'export'),
    tag,
    access: 'public',
    query: AnswerFilter.extend({ formId: Id, 'x-access-id': z.string().max(500).default('') }),
    perMinute: 30,
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/figures`,
    summary: 'Counts of fillings, the screens on which people leave, and the time that it takes',
    tag,
    access: formAnswerReaders,
    params: FormParams,
    query: AnswerFilter.pick({ number: true, environment: true, fromDate: true, toDate: true }),
    answer: FormFigures,
  }),
};
