import { leaves, leavesNothing } from '../account/audit-marks.ts';
import type { Permission } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formNumber, Id, isStorable, jsonText, requiredText, text, Version } from '../fields.ts';
import { UploadedFile } from '../file/file.ts';
import { z } from '../z.ts';
import { TemplateComponent, TemplateExtra } from './template-components.ts';
import { templateCategories, templateStatuses } from './template-marks.ts';
import { VariableGroup } from './template-variables.ts';

/** Languages as vendors name them; a template that comes from a vendor may have another. */
// biome-ignore format: rows of codes are easier to read than one a line
export const templateLanguages = [
  'en', 'en_US', 'en_GB', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te', 'ur', 'af', 'ar', 'cs', 'da', 'de', 'el', 'es', 'es_MX',
  'fi', 'fil', 'fr', 'he', 'hu', 'id', 'it', 'ja', 'ko', 'ms', 'nb', 'nl', 'pl', 'pt_BR', 'pt_PT', 'ro', 'ru', 'sv', 'sw', 'th', 'tr',
  'uk', 'vi', 'zh_CN', 'zh_HK', 'zh_TW',
] as const;
export const templatePage = 20;

export const templateTexts = {
  saved: 'The template is saved.',
  newVersion: 'Saved as a new version: it takes the place of the approved one once it is approved.',
  submitted: 'Submitted: the vendor decides.',
  deleted: 'The template is deleted.',
  cloned: 'A copy is made.',
  registered: 'The status is set.',
} as const;

export const Template = z
  .object({
    id: Id,
    /** The specification's templateId is the template's name (BCAST-020). */
    templateId: z.string(),
    name: z.string(),
    channelId: Id,
    channelName: z.string(),
    channelType: z.number(),
    language: z.string(),
    category: z.enum(templateCategories),
    components: z.array(TemplateComponent),
    extra: TemplateExtra,
    status: z.enum(templateStatuses),
    /** Reason why it was rejected, paused or disabled, in the vendor's words */
    statusReason: z.string(),
    quality: z.string(),
    vendorTemplateId: z.string(),
    /** The vendor has no calls for templates: name, registered id and status are kept by hand */
    isManual: z.boolean(),
    /** The approved template whose place it takes; '' otherwise */
    replacesId: z.string(),
    /** A version of this one that is being worked on, or waits for the vendor; '' otherwise */
    replacedById: z.string(),
    /** Unfinished sendings that use it */
    usedIn: z.array(z.string()),
    lastSentAt: z.iso.datetime().nullable(),
    syncedAt: z.iso.datetime().nullable(),
    submittedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.number(),
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

const Components = z.preprocess(jsonText, z.array(TemplateComponent).max(7)).refine(isStorable, faultTexts['text.unstorable']);
const Extra = z.preprocess(jsonText, TemplateExtra.prefault({})).refine(isStorable, faultTexts['text.unstorable']);

export const TemplateSave = z.object({
  channelId: Id,
  name: requiredText(512),
  category: z.enum(templateCategories),
  language: z.enum(templateLanguages),
  components: Components,
  extra: Extra,
});
export type TemplateSave = z.infer<typeof TemplateSave>;

const Fault = z.object({ field: z.string(), message: z.string(), isMissing: z.literal(true).optional() });

const base = '/chatbird/api/templates';
const tag = 'Templates';
const TemplateParams = z.object({ templateId: Id });
/** Permissions of which any may read templates, since users who send with a template may read it. */
const readers = [
  'MSG_TEMPLATES.VIEW',
  'MSG_TEMPLATES.CREATE',
  'MSG_TEMPLATES.EDIT',
  'MSG_TEMPLATES.DELETE',
  'CHAT.HANDLE',
  'CAMPAIGNS.CREATE',
  'CAMPAIGNS.EDIT',
  'CAMPAIGNS.VIEW',
] as const satisfies readonly Permission[];
/** Reference to a template by its id, or by its name on a channel. */
const OneTemplate = z.object({ channelId: z.union([Id, z.literal('')]).default(''), templateId: requiredText(512) });
const optionalOf = <const T extends readonly [string, ...string[]]>(values: T) => z.union([z.enum(values), z.literal('')]).default('');

export const templateEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Templates of the enterprise, by name; `page`, counted from 1, stands for `from`',
    tag,
    access: readers,
    keyScopes: ['send'],
    query: z.object({
      from: formNumber(0, 1_000_000).default(0),
      perPage: formNumber(-1, 200).default(templatePage),
      page: formNumber(1, 100_000).optional(),
      channelId: z.union([Id, z.literal('')]).default(''),
      /** The channel type: 4 WhatsApp, 10 RCS, 0 SMS */
      type: formNumber(0, 12).optional(),
      name: text(512).default(''),
      status: optionalOf(templateStatuses),
      category: optionalOf(templateCategories),
      language: text(20).default(''),
    }),
    answer: z.object({
      templates: z.array(Template),
      more: z.boolean(),
      /** Time when templates of the filter's channels were last read from their vendors */
      syncedAt: z.iso.datetime().nullable(),
    }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get`,
    summary: 'One template by its id, or by its name on a channel',
    tag,
    access: readers,
    keyScopes: ['send'],
    query: OneTemplate,
    answer: Template,
  }),
  variables: defineEndpoint({
    method: 'GET',
    path: `${base}/variables`,
    summary: 'What takes a value when the template is sent, in groups',
    tag,
    access: readers,
    keyScopes: ['send'],
    query: OneTemplate,
    answer: z.object({ variables: z.array(VariableGroup) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/create`,
    summary: 'A template as a draft',
    audit: leaves('template', 'create'),
    tag,
    access: ['MSG_TEMPLATES.CREATE'],
    body: TemplateSave,
    answer: Template,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/update/:templateId`,
    summary: 'Change a template; of an approved one a new version is made, which is answered',
    audit: leaves('template', 'edit'),
    tag,
    access: ['MSG_TEMPLATES.EDIT'],
    params: TemplateParams,
    body: TemplateSave.omit({ channelId: true }).extend({ version: Version }),
    answer: Template,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete/:templateId`,
    summary: 'Delete a template, at the vendor too, unless an unfinished sending uses it',
    audit: leaves('template', 'delete'),
    tag,
    access: ['MSG_TEMPLATES.DELETE'],
    params: TemplateParams,
    answer: z.null(),
  }),
  /** Multipart: `kind` (IMAGE, VIDEO or DOCUMENT), then `file`. */
  upload: defineEndpoint({
    method: 'POST',
    path: `${base}/upload`,
    summary: 'Upload a media sample as multipart/form-data with kind and file: image 5 MB, video 16 MB, document (PDF) 100 MB',
    audit: leavesNothing('the file of a sample is read'),
    tag,
    access: ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT', 'CHAT.HANDLE', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'],
    answer: UploadedFile,
    wrap: 'response',
  }),
  check: defineEndpoint({
    method: 'POST',
    path: `${base}/check`,
    summary: 'What keeps a template from being submitted, and what a vendor is likely to reject',
    audit: leavesNothing('it reads'),
    tag,
    access: ['MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT'],
    body: TemplateSave,
    answer: z.object({ reasons: z.array(Fault) }),
  }),
  submit: defineEndpoint({
    method: 'POST',
    path: `${base}/submit/:templateId`,
    summary: 'Ask the vendor to approve a template',
    audit: leaves('template', 'submit'),
    tag,
    access: ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT'],
    params: TemplateParams,
    answer: Template,
  }),
  register: defineEndpoint({
    method: 'POST',
    path: `${base}/register/:templateId`,
    summary: 'Set the status of a template whose vendor has no calls for templates',
    audit: leaves('template', 'edit'),
    tag,
    access: ['MSG_TEMPLATES.EDIT'],
    params: TemplateParams,
    body: z.object({ status: z.enum(templateStatuses), vendorTemplateId: text(120).default(''), reason: text(500).default('') }),
    answer: Template,
  }),
  clone: defineEndpoint({
    method: 'POST',
    path: `${base}/clone/:templateId`,
    summary: 'A copy as a draft: under another name, in another language, or on another channel of the same type',
    audit: leaves('template', 'create'),
    tag,
    access: ['MSG_TEMPLATES.CREATE'],
    params: TemplateParams,
    body: z.object({ name: requiredText(512), language: z.enum(templateLanguages), channelId: z.union([Id, z.literal('')]).default('') }),
    answer: Template,
  }),
  sync: defineEndpoint({
    method: 'POST',
    path: `${base}/sync`,
    summary: "Read a channel's templates from its vendor",
    audit: leaves('template', 'import'),
    tag,
    access: ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT'],
    perMinute: 30,
    body: z.object({ channelId: Id }),
    answer: z.object({ added: z.number(), changed: z.number(), syncedAt: z.iso.datetime() }),
  }),
};
