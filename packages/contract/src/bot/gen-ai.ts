import { leaves } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Id, Page, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { nlp } from './bot.ts';

/** Integrations of authType 5: what the bot screens call generative-AI configurations (decisions, GENAI-018). */
export const genAiAuthType = 5;
export const llmTypes = { OpenAI: 1, GPT: 2 } as const;

export const integrationTexts = {
  nameEmpty: faultTexts['integration.no_name'],
  keyEmpty: faultTexts['integration.no_key'],
  llmEmpty: faultTexts['integration.no_llm'],
  saved: 'Configuration Saved Successfully',
  deleted: 'Configuration Deleted Successfully',
} as const;

export const Integration = z
  .object({
    _id: Id,
    name: z.string(),
    authType: z.number(),
    llm: z.number(),
    /** Address of the OpenAI-compatible endpoint; empty for the vendor's own. */
    baseUrl: z.string(),
    model: z.string(),
    /** The endpoint's model that embeds passages and questions; empty: knowledge is ranked by words alone. */
    embeddingModel: z.string(),
    /** The key itself never leaves the server. */
    apikeyEnding: z.string(),
    usedBy: z.array(z.object({ id: Id, name: z.string() })),
    lastSuccessAt: z.iso.datetime().nullable(),
    lastError: z.string(),
    updatedAt: z.iso.datetime(),
    version: z.number(),
  })
  .meta({ id: 'Integration' });
export type Integration = z.infer<typeof Integration>;

const integrationFields = {
  name: text(100).refine((name) => name.trim() !== '', integrationTexts.nameEmpty),
  authType: z.coerce
    .number()
    .int()
    .refine((type) => type === genAiAuthType, faultTexts['integration.auth_type']),
  llm: z.coerce.number({ error: integrationTexts.llmEmpty }).int().min(1, integrationTexts.llmEmpty).max(2, integrationTexts.llmEmpty),
  baseUrl: text(500).default(''),
  model: text(120).default(''),
  embeddingModel: text(120).default(''),
};
export const IntegrationSave = z.object({
  ...integrationFields,
  apikey: text(500).refine((key) => key.trim() !== '', integrationTexts.keyEmpty),
});
/** An empty key keeps the stored one. */
export const IntegrationUpdate = z.object({ ...integrationFields, apikey: text(500).default(''), version: Version.optional() });

const base = '/e/enterprise/appiyo_authconfig';
const tag = 'Integrations';
const IntegrationParams = z.object({ integrationId: Id });

export const integrationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Integration configurations',
    tag,
    access: 'session',
    query: Page.extend({ name: text(100).default(''), authType: z.coerce.number().int().optional() }),
    answer: z.object({ integrations: z.array(Integration), more: z.boolean() }),
    wrap: 'response',
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save a generative-AI configuration (authType 5); the key is stored encrypted and never answered',
    audit: leaves('integration', 'create'),
    tag,
    access: ['ENTERPRISE.EDIT', ...builderPermissions],
    body: IntegrationSave,
    answer: z.object({ _id: Id, name: z.string() }),
    wrap: 'response',
    messageShape: 'nested',
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:integrationId`,
    summary: 'One integration configuration',
    tag,
    access: 'session',
    params: IntegrationParams,
    answer: Integration,
    wrap: 'response',
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:integrationId`,
    summary: 'Change an integration configuration; an empty key keeps the stored one',
    audit: leaves('integration', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT', ...builderPermissions],
    params: IntegrationParams,
    body: IntegrationUpdate,
    answer: z.object({ _id: Id, name: z.string() }),
    wrap: 'response',
    messageShape: 'nested',
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:integrationId`,
    summary: 'Delete an integration configuration that no bot uses',
    audit: leaves('integration', 'delete'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    params: IntegrationParams,
    answer: z.null(),
    wrap: 'response',
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${base}/:integrationId/test`,
    summary:
      'Ask the endpoint for a word, and for a vector where an embedding model is named, and tell how long each took or why it failed',
    audit: leaves('integration', 'test'),
    tag,
    access: ['ENTERPRISE.EDIT', ...builderPermissions],
    perMinute: 20,
    params: IntegrationParams,
    answer: z.object({
      isWorking: z.boolean(),
      reason: z.string(),
      tookMs: z.number(),
      reply: z.string(),
      /** Null where no embedding model is named. */
      embedding: z.object({ isWorking: z.boolean(), reason: z.string(), tookMs: z.number(), dimension: z.number() }).nullable(),
    }),
    wrap: 'response',
  }),
  genAiConfigs: defineEndpoint({
    method: 'GET',
    path: `${nlp}/genai/config`,
    summary: 'Generative-AI configurations to choose from',
    tag,
    access: 'session',
    answer: z.array(z.object({ id: Id, name: z.string() })),
  }),
};
