import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botTag, nlp } from './bot.ts';

export const documentLimitBytes = 50 * 1024 * 1024;
export const knowledgeTexts = {
  websiteMissing: 'Please provide at least one website URL or disable Get knowledge base from Website',
  documentMissing: 'Please provide at least one Document or disable Get knowledge base from Document',
  selectConfiguration: 'Please select a configuration',
  selectInPrompt: 'Please select a configuration in the prompt section.',
  configurationMandatory: 'Configuration is mandatory',
  urlEmpty: 'Website Url cannot be empty',
  pdfOnly: 'Accepts only pdf file',
  deleteRefused: 'Delete action cannot be done',
  uploadFailed: 'File Selection Failed',
  fileRemoved: 'File has been removed',
  urlRemoved: 'Url has been removed',
  noFile: 'No file',
  saved: 'Knowledge base Updated Successfully',
  uploaded: 'File Uploaded Successfully',
} as const;
/** The configuration that every enterprise has: the knowledge base quotes its passages, and no endpoint is asked. */
export const extractOnly = 'extract';

export const fileExists = (name: string): string => `File "${name}" is already exist`;

export const sourceStatuses = ['PENDING', 'READING', 'READY', 'FAILED'] as const;
export const sourceSchedules = ['off', 'daily', 'weekly'] as const;

export const KnowledgeSource = z
  .object({
    id: Id,
    kind: z.enum(['website', 'document', 'note']),
    /** Address of the website, name of the file, or title of the entry. */
    name: z.string(),
    status: z.enum(sourceStatuses),
    /** Reason why it failed, or what was left out, such as pages without text. */
    reason: z.string(),
    pageCount: z.number(),
    passageCount: z.number(),
    sizeBytes: z.number(),
    lastReadAt: z.iso.datetime().nullable(),
    nextReadAt: z.iso.datetime().nullable(),
    schedule: z.enum(sourceSchedules),
    /** Address to open it: the website, or a link to the stored file. */
    url: z.string(),
  })
  .meta({ id: 'KnowledgeSource' });
export type KnowledgeSource = z.infer<typeof KnowledgeSource>;

export const KnowledgeConfig = z.object({
  kbFromWebsite: z.boolean(),
  kbFromDoc: z.boolean(),
  websitesUrls: z.array(z.string()),
  documents: z.array(z.object({ fileName: z.string() })),
  genAiConfigId: z.string(),
  version: z.number(),
});
export type KnowledgeConfig = z.infer<typeof KnowledgeConfig>;

export const KnowledgePassage = z.object({
  sourceId: Id,
  sourceName: z.string(),
  /** Page of a document from 1, 0 for a website. */
  page: z.number(),
  paragraph: z.number(),
  /** Title of a web page, '' otherwise. */
  title: z.string(),
  /** Headings above the passage, the nearest last. */
  headings: z.array(z.string()),
  text: z.string(),
  /** Part that the bot would quote, inside `text`: UTF-16 offsets, end exclusive. */
  answer: z.object({ start: z.number(), end: z.number() }).nullable(),
  score: z.number(),
  /** True if it passes the limit below which the bot does not answer from it. */
  isRelevant: z.boolean(),
  url: z.string(),
});
export type KnowledgePassage = z.infer<typeof KnowledgePassage>;

export const embeddingStates = ['OFF', 'WAITING', 'RUNNING', 'READY', 'FAILED'] as const;

/** Progress of embedding the passages by the model that the chosen configuration names; OFF where it names none. */
export const KnowledgeEmbedding = z
  .object({
    state: z.enum(embeddingStates),
    model: z.string(),
    /** 0 before the first answer of the endpoint. */
    dimension: z.number(),
    embeddedCount: z.number(),
    textCount: z.number(),
    /** Reason why it failed; passages are ranked by words alone then. */
    reason: z.string(),
    retryAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KnowledgeEmbedding' });
export type KnowledgeEmbedding = z.infer<typeof KnowledgeEmbedding>;

const base = `${nlp}/agent/:agentId`;
const SourceParams = BotParams.extend({ sourceId: Id });

export const knowledgeEndpoints = {
  getConfig: defineEndpoint({
    method: 'GET',
    path: `${base}/genai/config`,
    summary: 'What the knowledge base of a bot is made of',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: KnowledgeConfig,
  }),
  saveConfig: defineEndpoint({
    method: 'POST',
    path: `${base}/genai/config`,
    summary: 'Change the websites and the switches; documents are changed by upload and deletion alone',
    audit: leaves('knowledge', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    body: z.object({
      kbFromWebsite: formBoolean,
      kbFromDoc: formBoolean,
      websitesUrls: formList(text(2000)).refine((list) => list.length <= 50, faultTexts['bot.websites']),
      documents: z.unknown().optional(),
      /** A configuration of the enterprise, `extract`, or '' while none is chosen. */
      genAiConfigId: z.union([Id, z.literal([extractOnly, ''])]).default(''),
      version: Version.optional(),
    }),
    answer: KnowledgeConfig,
  }),
  /** Multipart: `agentId` and one or more `files`. */
  upload: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent/upload_documents`,
    summary: 'Upload PDF documents as multipart/form-data with agentId and files',
    audit: leaves('knowledge', 'create'),
    tag: botTag,
    access: builderPermissions,
    answer: z.array(z.object({ id: Id, fileName: z.string() })),
  }),
  removeDocuments: defineEndpoint({
    method: 'POST',
    path: `${nlp}/agent/delete_documents`,
    summary: 'Delete documents of a bot by their file names',
    audit: leaves('knowledge', 'delete'),
    tag: botTag,
    access: builderPermissions,
    body: z.object({
      agentId: Id,
      filenames: formList(requiredText(300)).refine((list) => list.length > 0, faultTexts['field.mandatory']),
    }),
    answer: z.object({ deletedCount: z.number() }),
  }),
  sources: defineEndpoint({
    method: 'GET',
    path: `${base}/knowledge`,
    summary: 'Sources of the knowledge base with the state of each',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: z.object({ sources: z.array(KnowledgeSource) }),
  }),
  embedding: defineEndpoint({
    method: 'GET',
    path: `${base}/knowledge/embedding`,
    summary: 'How far the passages are embedded',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: KnowledgeEmbedding,
  }),
  embedAgain: defineEndpoint({
    method: 'POST',
    path: `${base}/knowledge/embedding`,
    summary: 'Embed now what is not embedded yet',
    audit: leavesNothing('it asks for what the knowledge needs anyway'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    answer: KnowledgeEmbedding,
  }),
  addNote: defineEndpoint({
    method: 'POST',
    path: `${base}/knowledge`,
    summary: 'Write an entry of the knowledge base by hand',
    audit: leaves('knowledge', 'create'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    body: z.object({ title: requiredText(300), text: requiredText(50_000) }),
    answer: KnowledgeSource,
  }),
  readAgain: defineEndpoint({
    method: 'POST',
    path: `${base}/knowledge/:sourceId/read`,
    summary: 'Read a source again now',
    audit: leaves('knowledge', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: SourceParams,
    answer: KnowledgeSource,
  }),
  schedule: defineEndpoint({
    method: 'PUT',
    path: `${base}/knowledge/:sourceId/schedule`,
    summary: 'When a website is read again by itself',
    audit: leaves('knowledge', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: SourceParams,
    body: z.object({ schedule: z.enum(sourceSchedules) }),
    answer: KnowledgeSource,
  }),
  removeSource: defineEndpoint({
    method: 'DELETE',
    path: `${base}/knowledge/:sourceId`,
    summary: 'Delete a source with what was read from it',
    audit: leaves('knowledge', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: SourceParams,
    answer: z.null(),
  }),
  text: defineEndpoint({
    method: 'GET',
    path: `${base}/knowledge/:sourceId/text`,
    summary: 'What was read from a source, passage by passage',
    tag: botTag,
    access: 'session',
    params: SourceParams,
    query: z.object({ from: formNumber(0, 1_000_000).default(0), perPage: formNumber(1, 100).default(20) }),
    answer: z.object({
      passages: z.array(
        z.object({ page: z.number(), paragraph: z.number(), headings: z.array(z.string()), text: z.string(), url: z.string() }),
      ),
      more: z.boolean(),
    }),
  }),
  search: defineEndpoint({
    method: 'POST',
    path: `${base}/knowledge/search`,
    summary: 'What would be found for a question',
    audit: leavesNothing('it reads'),
    tag: botTag,
    access: 'session',
    changes: 'nothing',
    perMinute: 120,
    params: BotParams,
    body: z.object({ question: requiredText(2000) }),
    answer: z.object({ passages: z.array(KnowledgePassage) }),
  }),
};
