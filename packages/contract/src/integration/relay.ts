import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { Webhook, WebhookAttempt, WebhookDelivery, WebhookOutcome, WebhookSave } from './webhook.ts';
import { deliveryStates } from './webhook-states.ts';

/** A bridge is the same engine as a webhook, for one event: what a customer has sent. */
export const Relay = Webhook.omit({ sandboxUrl: true, events: true, deptIds: true }).meta({ id: 'Relay' });
export type Relay = z.infer<typeof Relay>;

export const RelaySave = WebhookSave.omit({ sandboxUrl: true, events: true, deptIds: true });
export type RelaySave = z.infer<typeof RelaySave>;

/**
 * Message that the outside system posts: to a customer that it was told of, or to an address of a channel; a text or a template with its
 * values.
 */
export const RelayReply = z
  .object({
    customerId: Id.optional(),
    channelId: Id.optional(),
    number: text(320).default(''),
    text: text(4096).default(''),
    templateId: Id.optional(),
    /** Values by the names of the template’s variables, such as `messageTags/body.1`. */
    values: z.record(text(200), text(1024)).default({}),
  })
  .refine(({ customerId, channelId, number }) => customerId !== undefined || (channelId !== undefined && number.trim() !== ''), {
    path: ['customerId'],
    error: faultTexts['relay.nobody'],
  })
  .refine((reply) => (reply.text.trim() !== '') !== (reply.templateId !== undefined), {
    path: ['text'],
    error: faultTexts['relay.nothing'],
  });
export type RelayReply = z.output<typeof RelayReply>;

const tag = 'Relay bridge';
const base = '/chatbird/api/relaybridge';
const access = screens.services.permissions;
const edit = ['ENTERPRISE.EDIT'] as const;
const ById = z.object({ id: Id });

export const relayEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Relay bridges of the enterprise, with how they stand',
    tag,
    access,
    answer: z.object({ relays: z.array(Relay) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get`,
    summary: 'One relay bridge',
    tag,
    access,
    query: ById,
    answer: Relay,
  }),
  address: defineEndpoint({
    method: 'GET',
    path: `${base}/relayBridgeUrl`,
    summary: 'Where the outside system posts its replies',
    tag,
    access,
    query: ById,
    answer: z.object({ url: z.string() }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/add`,
    summary: 'Make a relay bridge; its secret is told here and never again',
    tag,
    access: edit,
    proof: true,
    audit: leaves('relay', 'create'),
    body: RelaySave,
    answer: Relay.extend({ secret: z.string() }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/update`,
    summary: 'Change a relay bridge; one that was suspended goes on when it is saved as active',
    tag,
    access: edit,
    audit: leaves('relay', 'edit'),
    body: RelaySave.extend({ id: Id, version: Version }),
    answer: Relay,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete`,
    summary: 'Delete a relay bridge with what it was still to be told',
    tag,
    access: edit,
    audit: leaves('relay', 'delete'),
    query: ById,
    answer: z.null(),
  }),
  rotateSecret: defineEndpoint({
    method: 'POST',
    path: `${base}/rotate_secret`,
    summary: 'A new secret, told once; for 24 hours the former one counts too, both ways',
    tag,
    access: edit,
    proof: true,
    audit: leaves('relay', 'edit'),
    body: ById,
    answer: Relay.extend({ secret: z.string() }),
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${base}/test`,
    summary: 'Send a test event now, and tell what the address answers',
    tag,
    access: edit,
    audit: leaves('relay', 'test'),
    perMinute: 20,
    body: ById,
    answer: WebhookOutcome,
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: `${base}/deliveries`,
    summary: 'What it was told in the last 30 days, the newest first',
    tag,
    access: edit,
    query: Page.extend({ id: Id, state: z.union([z.enum(deliveryStates), z.literal('')]).default('') }),
    answer: z.object({ deliveries: z.array(WebhookDelivery), more: z.boolean() }),
  }),
  delivery: defineEndpoint({
    method: 'GET',
    path: `${base}/delivery`,
    summary: 'One delivery with its attempts and the body as it was sent',
    tag,
    access: edit,
    query: z.object({ id: Id, deliveryId: Id }),
    answer: WebhookDelivery.extend({ body: z.string(), log: z.array(WebhookAttempt) }),
  }),
  redeliver: defineEndpoint({
    method: 'POST',
    path: `${base}/redeliver`,
    summary: 'Send again: the same bytes under the same event id; without deliveryId everything that is dead',
    tag,
    access: edit,
    audit: leaves('relay', 'retry'),
    body: z.object({ id: Id, deliveryId: Id.optional() }),
    answer: z.object({ count: z.number() }),
  }),
};

/** The webhook-id of a reply: the same id is the same message. */
export const RelayReplyKey = requiredText(200);
