import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { formList, Id, Instant, requiredText } from '../fields.ts';
import { Network } from '../network.ts';
import { z } from '../z.ts';
import { apiKeyScopes } from './api-key-scopes.ts';
import { leaves } from './audit-marks.ts';

export const mostApiKeys = 100;

/** A key as the list shows it: the secret itself is told once, when it is made. */
export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    /** Its beginning and its end. */
    key: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)),
    /** None: every channel. */
    channelIds: z.array(Id),
    /** Networks in CIDR notation; none: from anywhere. */
    networks: z.array(z.string()),
    expiresAt: Instant.nullable(),
    createdOn: Instant,
    createdBy: z.string(),
    lastUsedAt: Instant.nullable(),
    lastAddress: z.string(),
    state: z.enum(['active', 'expired', 'stopped']),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

const atMost = <T extends z.ZodType>(item: T, maximum: number) =>
  formList(item).refine((items) => items.length <= maximum, fillSlots(faultTexts['list.too_long'], { maximum }));

export const ApiKeyAdd = z.object({
  name: requiredText(80),
  scopes: formList(z.enum(apiKeyScopes)).refine((scopes) => scopes.length > 0, fillSlots(faultTexts['list.too_short'], { minimum: 1 })),
  channelIds: atMost(Id, 200),
  networks: atMost(Network, 50),
  expiresAt: Instant.nullable().default(null),
});
export type ApiKeyAdd = z.infer<typeof ApiKeyAdd>;

const tag = 'API keys';
const base = '/chatbird/api/apikey';
const Params = z.object({ keyId: Id });

export const apiKeyEndpoints = {
  getAll: defineEndpoint({
    method: 'GET',
    path: `${base}/getAll`,
    summary: 'The keys with which other programs call this API',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    answer: z.object({ keys: z.array(ApiKey) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get/:keyId`,
    summary: 'One key',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    params: Params,
    answer: ApiKey,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: `${base}/add`,
    summary: 'Make a key; `secret` is told here and never again',
    tag,
    access: ['ENTERPRISE.EDIT'],
    proof: true,
    audit: leaves('api_key', 'create'),
    body: ApiKeyAdd,
    answer: ApiKey.extend({ secret: z.string() }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete/:keyId`,
    summary: 'Delete a key, which is refused from then on',
    tag,
    access: ['ENTERPRISE.EDIT'],
    audit: leaves('api_key', 'delete'),
    params: Params,
    answer: z.null(),
  }),
};
