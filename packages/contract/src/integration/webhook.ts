import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { formBoolean, formList, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { deliveryStates, webhookEventTypes, webhookStates } from './webhook-states.ts';

/** Sent by Test alone. */
export const webhookTestType = 'webhook.test';

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    sandboxUrl: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    /** None: all of them. */
    channelIds: z.array(Id),
    deptIds: z.array(Id),
    /** Their values are not told again. */
    headerNames: z.array(z.string()),
    secretEnding: z.string(),
    /** The secret before the last one is valid until then. */
    formerUntil: Instant.nullable(),
    state: z.enum(webhookStates),
    waiting: z.number(),
    lastSuccessAt: Instant.nullable(),
    lastError: z.string(),
    updatedAt: Instant,
    version: z.number(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,60}$/;
/** Headers that we set ourselves, and those that belong to the connection. */
const ownHeaders = /^(webhook-|x-signature$|x-timestamp$|host$|content-|connection$|transfer-encoding$|expect$|upgrade$|te$|trailer$)/i;
const Header = z.object({
  name: z
    .string()
    .regex(headerName, faultTexts['header.name'])
    .refine((name) => !ownHeaders.test(name), faultTexts['header.own'])
    .meta({ examples: ['x-tenant'] }),
  /** '' keeps the stored one. */
  value: text(1000).refine((value) => !/[\r\n]/.test(value), faultTexts['header.value']),
});

const atMost = <T extends z.ZodType>(item: T, maximum: number) =>
  formList(item).refine((items) => items.length <= maximum, fillSlots(faultTexts['list.too_long'], { maximum }));

export const WebhookSave = z.object({
  name: requiredText(100),
  url: requiredText(500).meta({ examples: ['https://hooks.example.com/parley'] }),
  /** Address for HTTP calls of streams from the sandbox; '': to `url` too. Events go to `url` alone. */
  sandboxUrl: text(500)
    .default('')
    .meta({ examples: [''] }),
  events: formList(z.enum(webhookEventTypes)).refine(
    (events) => events.length > 0,
    fillSlots(faultTexts['list.too_short'], { minimum: 1 }),
  ),
  channelIds: atMost(Id, 200),
  deptIds: atMost(Id, 200),
  headers: atMost(Header, 10),
  isActive: formBoolean.default(true),
});
export type WebhookSave = z.infer<typeof WebhookSave>;

export const WebhookDelivery = z
  .object({
    id: Id,
    eventId: Id,
    type: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.number(),
    createdAt: Instant,
    /** Time of the next attempt, while it waits. */
    dueAt: Instant,
    /** Result of the last attempt: the status of the answer, 0 for none, and what was wrong. */
    status: z.number(),
    durationMs: z.number(),
    error: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookAttempt = z.object({ number: z.number(), at: Instant, status: z.number(), durationMs: z.number(), error: z.string() });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

const tag = 'Webhooks';
const base = '/e/enterprise/webhooks';
const access = screens.chatWebhook.permissions;
const Params = z.object({ webhookId: Id });
const DeliveryParams = Params.extend({ deliveryId: Id });
/** Tried once, now: `status` 0 is no answer. */
export const WebhookOutcome = z.object({ isWorking: z.boolean(), status: z.number(), durationMs: z.number(), error: z.string() });

export const webhookEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Webhooks of the enterprise, with how they stand',
    tag,
    access,
    answer: z.object({ webhooks: z.array(Webhook) }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Make a webhook; its secret is told here and never again',
    tag,
    access,
    proof: true,
    audit: leaves('webhook', 'create'),
    body: WebhookSave,
    answer: Webhook.extend({ secret: z.string() }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:webhookId`,
    summary: 'Change a webhook; one that was suspended goes on when it is saved as active',
    tag,
    access,
    audit: leaves('webhook', 'edit'),
    params: Params,
    body: WebhookSave.extend({ version: Version }),
    answer: Webhook,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:webhookId`,
    summary: 'Delete a webhook with what it was still to be told',
    tag,
    access,
    audit: leaves('webhook', 'delete'),
    params: Params,
    answer: z.null(),
  }),
  rotateSecret: defineEndpoint({
    method: 'POST',
    path: `${base}/:webhookId/rotate_secret`,
    summary: 'A new secret, told once; for 24 hours calls are signed with the former one too',
    tag,
    access,
    proof: true,
    audit: leaves('webhook', 'edit'),
    params: Params,
    answer: Webhook.extend({ secret: z.string() }),
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${base}/:webhookId/test`,
    summary: 'Send a test event now, and tell what the address answers',
    tag,
    access,
    audit: leaves('webhook', 'test'),
    perMinute: 20,
    params: Params,
    answer: WebhookOutcome,
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: `${base}/:webhookId/deliveries`,
    summary: 'What it was told in the last 30 days, the newest first',
    tag,
    access,
    params: Params,
    query: Page.extend({ state: z.union([z.enum(deliveryStates), z.literal('')]).default('') }),
    answer: z.object({ deliveries: z.array(WebhookDelivery), more: z.boolean() }),
  }),
  delivery: defineEndpoint({
    method: 'GET',
    path: `${base}/:webhookId/deliveries/:deliveryId`,
    summary: 'One delivery with its attempts and the body as it was sent',
    tag,
    access,
    params: DeliveryParams,
    answer: WebhookDelivery.extend({ body: z.string(), log: z.array(WebhookAttempt) }),
  }),
  redeliver: defineEndpoint({
    method: 'POST',
    path: `${base}/:webhookId/redeliver`,
    summary: 'Send again: the same bytes under the same event id; without deliveryId everything that is dead',
    tag,
    access,
    audit: leaves('webhook', 'retry'),
    params: Params,
    body: z.object({ deliveryId: Id.optional() }),
    answer: z.object({ count: z.number() }),
  }),
};
