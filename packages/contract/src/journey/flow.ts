import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Instant, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { flowKeyStates, flowModes, flowStages, flowStates } from './flow-kinds.ts';
import { formEditors } from './form.ts';

/** Forms as WhatsApp flows: each published version of a form is a flow of its own on each channel. */
const tag = 'Flow screens';
const base = '/e/enterprise/flows';
const look = screens.flows.permissions;
const FormParams = z.object({ formId: Id });
const ChannelParams = z.object({ channelId: Id });
const Number_ = formNumber(1, 100_000);

/** A fault of a flow. @property path where the vendor finds it @property field its label, where one can be told; '' otherwise */
export const FlowFaultItem = z.object({ code: z.string(), text: z.string(), path: z.string(), field: z.string() });
export type FlowFaultItem = z.infer<typeof FlowFaultItem>;

export const FlowItem = z
  .object({
    formId: Id,
    name: z.string(),
    /** Version of the form; 0 while it has none */
    number: z.number(),
    /** The newest version of the form */
    newest: z.number(),
    /** '' while the form is a flow on no channel */
    channelId: z.string(),
    channelName: z.string(),
    environment: z.string(),
    screens: z.number(),
    mode: z.union([z.enum(flowModes), z.literal('')]),
    state: z.union([z.enum(flowStates), z.literal('')]),
    /** Words of the vendor about its last change */
    reason: z.string(),
    errors: z.array(FlowFaultItem),
    /** Streams that name the form */
    usedIn: z.array(z.object({ id: z.string(), name: z.string() })),
    vendorName: z.string(),
    vendorFlowId: z.string(),
    updatedOn: Instant,
  })
  .meta({ id: 'FlowItem' });
export type FlowItem = z.infer<typeof FlowItem>;

export const FlowChannel = z.object({ id: Id, name: z.string(), environment: z.string() });
export type FlowChannel = z.infer<typeof FlowChannel>;

/** A note on what a form becomes as a flow; `limit`: the vendor refuses it. */
export const FlowNoteItem = z.object({ kind: z.string(), screen: z.string(), field: z.string(), text: z.string() });
export type FlowNoteItem = z.infer<typeof FlowNoteItem>;

export const FlowKeyItem = z.object({
  id: Id,
  state: z.enum(flowKeyStates),
  /** SHA-256 of the public part */
  fingerprint: z.string(),
  createdOn: Instant,
  /** null: the vendor has not confirmed it */
  uploadedOn: Instant.nullable(),
  /** End of the time in which a replaced one still opens requests */
  readUntil: Instant.nullable(),
});
export type FlowKeyItem = z.infer<typeof FlowKeyItem>;

export const FlowKeys = z
  .object({
    keys: z.array(FlowKeyItem),
    /** The vendor has asked whether the endpoint is there */
    lastPingOn: Instant.nullable(),
    lastRequestOn: Instant.nullable(),
    /** A phone has told that an answer of ours was of no use to it */
    lastFault: z.object({ text: z.string(), on: Instant }).nullable(),
  })
  .meta({ id: 'FlowKeys' });
export type FlowKeys = z.infer<typeof FlowKeys>;

export const flowEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Forms as flows of WhatsApp: each on its channel, and those that are on none yet',
    tag,
    access: look,
    query: Page.extend({
      name: text(60).default(''),
      channelId: z.union([Id, z.literal('')]).default(''),
      stage: z.union([z.enum(flowStages), z.literal('')]).default(''),
    }),
    /** `channels`: those whose vendor has flows */
    answer: z.object({ flows: z.array(FlowItem), channels: z.array(FlowChannel), more: z.boolean() }),
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: `${base}/:formId/publish`,
    summary: 'Make the newest version of a form a flow on a channel; a trial hands it over to the vendor and publishes nothing',
    audit: leaves('flow', 'publish'),
    tag,
    access: formEditors,
    params: FormParams,
    perMinute: 30,
    body: z.object({ channelId: Id, isTrial: formBoolean.default(false) }),
    answer: FlowItem,
  }),
  deprecate: defineEndpoint({
    method: 'POST',
    path: `${base}/:formId/deprecate`,
    summary: 'Take a flow out of use: one that is published opens no more, and a draft is removed at the vendor',
    audit: leaves('flow', 'edit'),
    tag,
    access: formEditors,
    params: FormParams,
    perMinute: 30,
    body: z.object({ channelId: Id, number: Number_ }),
    answer: z.null(),
  }),
  json: defineEndpoint({
    method: 'GET',
    path: `${base}/:formId/json`,
    summary: 'Flow JSON of a form’s newest version, and what it shows otherwise than the form',
    tag,
    access: look,
    params: FormParams,
    answer: z.object({
      name: z.string(),
      number: z.number(),
      mode: z.enum(flowModes),
      json: z.record(z.string(), z.unknown()),
      notes: z.array(FlowNoteItem),
    }),
  }),
  keys: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels/:channelId/flowKey',
    summary: 'Keys by which phones seal what flows send to us, and when they last asked',
    tag,
    access: look,
    params: ChannelParams,
    answer: FlowKeys,
  }),
  makeKey: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/channels/:channelId/flowKey',
    summary: 'Make a new key and hand its public part to the vendor; the former one is read for two days more',
    audit: leaves('flow_key', 'create'),
    tag,
    access: ['CHANNELS.EDIT'],
    proof: true,
    perMinute: 10,
    params: ChannelParams,
    body: z.object({}),
    answer: FlowKeys,
  }),
};
