import { leaves } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { nlp } from '../bot/bot.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Email, formList, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { authTypes, integrationStates, type SavedAuthType } from './auth-types.ts';
import { integrationSecrets, integrationSettings, isSavedAuthType } from './integration-settings.ts';

export const integrationTexts = {
  nameEmpty: faultTexts['integration.no_name'],
  keyEmpty: faultTexts['integration.no_key'],
  llmEmpty: faultTexts['integration.no_llm'],
  saved: 'Configuration Saved Successfully',
  deleted: 'Configuration Deleted Successfully',
} as const;

const common = {
  _id: Id,
  name: z.string(),
  state: z.enum(integrationStates),
  /** Last characters of a key; of a password nothing. */
  apikeyEnding: z.string(),
  hasSecret: z.boolean(),
  usedBy: z.array(z.object({ id: Id, name: z.string() })),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastError: z.string(),
  updatedAt: z.iso.datetime(),
  version: z.number(),
};
const settings = integrationSettings;
export const Integration = z
  .discriminatedUnion('authType', [
    z.object({ ...common, authType: z.literal(authTypes.workflow), ...settings[authTypes.workflow].shape }),
    /** Only listed: its own calls change it. */
    z.object({ ...common, authType: z.literal(authTypes.webhook), url: z.string() }),
    z.object({ ...common, authType: z.literal(authTypes.video), ...settings[authTypes.video].shape }),
    z.object({ ...common, authType: z.literal(authTypes.database), ...settings[authTypes.database].shape }),
    z.object({ ...common, authType: z.literal(authTypes.genAi), ...settings[authTypes.genAi].shape }),
    z.object({ ...common, authType: z.literal(authTypes.speech), ...settings[authTypes.speech].shape }),
  ])
  .meta({ id: 'Integration' });
export type Integration = z.infer<typeof Integration>;
export type IntegrationOf<T extends Integration['authType']> = Extract<Integration, { authType: T }>;
export type GenAiIntegration = IntegrationOf<typeof authTypes.genAi>;

/** One flat body for all types, as a form of the specification sends it; which fields count, its authType says. */
const saveFields = {
  name: text(100).refine((name) => name.trim() !== '', integrationTexts.nameEmpty),
  authType: z.coerce
    .number()
    .int()
    .refine((type): type is SavedAuthType => isSavedAuthType(type), faultTexts['integration.auth_type']),
  ...settings[authTypes.workflow].partial().shape,
  ...settings[authTypes.video].partial().shape,
  ...settings[authTypes.database].partial().shape,
  ...settings[authTypes.speech].partial().shape,
  ...settings[authTypes.genAi].partial().shape,
  apikey: text(500).default(''),
  password: text(500).default(''),
  secret: text(500).default(''),
};
type Saved = z.output<z.ZodObject<typeof saveFields>>;
const known = new Set<string>(Object.values(faultTexts));

function checkByType(value: Saved, { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void }): void {
  if (!isSavedAuthType(value.authType)) return;
  const { error } = settings[value.authType].safeParse(value);
  if (value.authType === authTypes.video && value.kind !== 'own' && (value.baseUrl ?? '').trim() === '')
    addIssue({ code: 'custom', path: ['baseUrl'], message: faultTexts['field.mandatory'] });
  const faults = new Map(error?.issues.map(({ path, message }) => [path.join('.'), message]));
  for (const [field, message] of faults)
    addIssue({ code: 'custom', path: [field], message: known.has(message) ? message : faultTexts['field.mandatory'] });
}
function checkSecret(value: Saved, { addIssue }: Parameters<typeof checkByType>[1]): void {
  if (!isSavedAuthType(value.authType)) return;
  const { field, isNeeded } = integrationSecrets[value.authType];
  if (!isNeeded || value[field].trim() !== '') return;
  addIssue({ code: 'custom', path: [field], message: field === 'apikey' ? integrationTexts.keyEmpty : faultTexts['field.mandatory'] });
}

export const IntegrationSave = z.object(saveFields).superRefine(checkByType).superRefine(checkSecret);
export type IntegrationSave = z.output<typeof IntegrationSave>;
/** An empty secret keeps the stored one. */
export const IntegrationUpdate = z.object({ ...saveFields, version: Version.optional() }).superRefine(checkByType);
/** Values of a form, saved or not; with an id, a secret that is left empty is the stored one. */
export const IntegrationTest = z.object({ ...saveFields, id: Id.optional() }).superRefine(checkByType);
export type IntegrationTest = z.output<typeof IntegrationTest>;

const Outcome = { isWorking: z.boolean(), reason: z.string(), tookMs: z.number() };
export const IntegrationOutcome = z.object({
  ...Outcome,
  /** Reply of the service: a word of a model, the version of a database, the names of projects. */
  reply: z.string(),
  /** Null where no embedding model is named. */
  embedding: z.object({ ...Outcome, dimension: z.number() }).nullable(),
});
export type IntegrationOutcome = z.infer<typeof IntegrationOutcome>;

export const QueryAnswer = z.object({
  columns: z.array(z.string()),
  /** Values as text: no number or date is changed by being read. */
  rows: z.array(z.array(z.string().nullable())),
  more: z.boolean(),
  tookMs: z.number(),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

const Named = z.array(z.object({ id: z.string(), name: z.string() }));
const base = '/e/enterprise/appiyo_authconfig';
const tag = 'Integrations';
const IntegrationParams = z.object({ integrationId: Id });
const ofProject = z.object({ projectId: requiredText(200).meta({ examples: ['1'] }) });

const outside = (what: string) =>
  ({
    method: 'GET',
    summary: `${what} of the outside workflow tool, as it answers them now`,
    tag,
    access: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'],
    perMinute: 60,
    params: IntegrationParams,
    answer: Named,
    wrap: 'response',
  }) as const;

export const integrationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Configurations of outside services; who may not see the company reads those of language models alone',
    tag,
    access: 'session',
    query: Page.extend({ name: text(100).default(''), authType: z.coerce.number().int().optional() }),
    answer: z.object({ integrations: z.array(Integration), more: z.boolean() }),
    wrap: 'response',
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save a configuration of an outside service; its secret is stored encrypted and never answered',
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
    summary: 'One configuration',
    tag,
    access: 'session',
    params: IntegrationParams,
    answer: Integration,
    wrap: 'response',
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:integrationId`,
    summary: 'Change a configuration; an empty secret keeps the stored one, as long as its address stays',
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
    summary: 'Delete a configuration that nobody uses',
    audit: leaves('integration', 'delete'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    params: IntegrationParams,
    answer: z.null(),
    wrap: 'response',
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${base}/test`,
    summary: 'Try a configuration as a form holds it, and tell how long the service took or why it does not work; nothing is saved',
    audit: leaves('integration', 'test'),
    tag,
    access: ['ENTERPRISE.EDIT', ...builderPermissions],
    perMinute: 20,
    body: IntegrationTest,
    answer: IntegrationOutcome,
    wrap: 'response',
  }),
  login: defineEndpoint({
    method: 'POST',
    path: `${base}/login`,
    summary: 'Sign in at the outside workflow tool, and keep these credentials when it lets them in',
    audit: leaves('integration', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    perMinute: 10,
    body: z.object({ emailId: Email, password: requiredText(500), integrationId: Id.optional() }),
    answer: z.object({ _id: Id, name: z.string() }),
    wrap: 'response',
  }),
  projects: defineEndpoint({ ...outside('Projects'), path: `${base}/:integrationId/projects` }),
  workflows: defineEndpoint({ ...outside('Workflows of a project'), path: `${base}/:integrationId/workflows`, query: ofProject }),
  processes: defineEndpoint({ ...outside('Processes of a project'), path: `${base}/:integrationId/processes`, query: ofProject }),
  query: defineEndpoint({
    method: 'POST',
    path: `${base}/:integrationId/query`,
    summary: 'Ask a configured database: one prepared statement with its parameters, 10 s, as many rows as the configuration allows',
    audit: leaves('integration', 'test'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    perMinute: 30,
    params: IntegrationParams,
    body: z.object({ sql: requiredText(10_000), params: formList(text(10_000)) }),
    answer: QueryAnswer,
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
