import { defineEndpoint } from '../endpoint.ts';
import { formBoolean } from '../fields.ts';
import { z } from '../z.ts';
import { leaves } from './audit-marks.ts';
import { builderPermissions, type Permission } from './permissions.ts';
import { type ScreenName, screens } from './screens.ts';

/** A first step of an enterprise, in its order: the place where it is done, and who may do it (one permission of each list is enough). */
type Place = { screen: ScreenName; path: string; permissions: readonly Permission[] };
export const firstStepIds = ['channel', 'chat', 'bot', 'phoneBook', 'colleague'] as const;
export type FirstStepId = (typeof firstStepIds)[number];
export const firstStepPlaces: Readonly<Record<FirstStepId, Place>> = {
  channel: { screen: 'channels', path: '/admin/channels', permissions: ['CHANNELS.CREATE'] },
  chat: { screen: 'conversation', path: '/chat/conversation', permissions: ['CHAT.HANDLE'] },
  bot: { screen: 'bots', path: '/bots', permissions: builderPermissions },
  phoneBook: { screen: 'customers', path: '/customer-master/customers', permissions: screens.customers.permissions },
  colleague: { screen: 'users', path: '/admin/users', permissions: ['USERS.ADD'] },
};

/** Kinds of sample records, and who may make them. */
export const sampleKinds = ['customer', 'bot', 'quick_reply'] as const;
export type SampleKindName = (typeof sampleKinds)[number];
export const samplePlaces: Readonly<Record<SampleKindName, Omit<Place, 'path'>>> = {
  customer: { screen: 'customers', permissions: screens.customers.permissions },
  bot: { screen: 'bots', permissions: builderPermissions },
  quick_reply: { screen: 'chatConfig', permissions: ['CHAT.CHAT_CONFIG'] },
};

export const FirstSteps = z
  .object({
    /** The enterprise has not dismissed them, and the caller has one to do. */
    isShown: z.boolean(),
    isDismissed: z.boolean(),
    /** The caller may dismiss them for the enterprise, bring them back, and add or remove sample data. */
    mayManage: z.boolean(),
    /** Those that the caller may do; none while they are dismissed. */
    steps: z.array(z.object({ id: z.enum(firstStepIds), isDone: z.boolean() })),
    /** Sample records of each kind that are there. */
    samples: z.record(z.enum(sampleKinds), z.number()),
  })
  .meta({ id: 'FirstSteps' });
export type FirstSteps = z.infer<typeof FirstSteps>;

/** @property kept names of the records that people have changed or use: they stay, and are sample data no more */
export const SampleRemoval = FirstSteps.extend({ removed: z.number(), kept: z.array(z.string()) });
export type SampleRemoval = z.infer<typeof SampleRemoval>;

const tag = 'First steps';
const base = '/e/enterprise/first_steps';

export const firstStepEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'First steps of the enterprise that the caller may do, each with whether it is done',
    tag,
    access: 'session',
    answer: FirstSteps,
  }),
  dismiss: defineEndpoint({
    method: 'PUT',
    path: base,
    summary: 'Dismiss the first steps for the enterprise, or bring them back',
    audit: leaves('first_steps', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    body: z.object({ isDismissed: formBoolean }),
    answer: FirstSteps,
  }),
  addSamples: defineEndpoint({
    method: 'POST',
    path: `${base}/samples`,
    summary: 'Make sample customers, a sample bot and sample quick replies, of which the caller may make each; a repeat adds none',
    audit: leaves('first_steps', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    perMinute: 10,
    answer: FirstSteps,
  }),
  removeSamples: defineEndpoint({
    method: 'DELETE',
    path: `${base}/samples`,
    summary: 'Move the sample data to the bin; records that people have changed or use are kept and named',
    audit: leaves('first_steps', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    answer: SampleRemoval,
  }),
};
