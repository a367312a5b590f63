import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';

/** Hours for which the former secret of a channel is valid beside a new one. */
export const formerSecretHours = 24;
/** Seconds between `iat` and `exp` of a signed statement, at most. */
export const longestStatementSeconds = 600;
/** Seconds by which the clocks of two servers may differ. */
export const clockToleranceSeconds = 60;

/** State of a channel's identity secret: never itself. */
export const IdentityState = z
  .object({
    isOn: z.boolean(),
    /** '' where there is none */
    last4: z.string(),
    changedBy: z.string(),
    changedAt: z.iso.datetime().nullable(),
    /** The former secret is valid until then; null: there is none */
    formerUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'IdentityState' });
export type IdentityState = z.infer<typeof IdentityState>;

/** A new secret is told once. */
export const IdentityRotated = IdentityState.extend({ secret: z.string() }).meta({ id: 'IdentityRotated' });
export type IdentityRotated = z.infer<typeof IdentityRotated>;

const tag = 'Channels';
const base = '/e/enterprise/channels/:channelId/identity';
const params = z.object({ channelId: Id });
const edit = ['CHANNELS.EDIT'] as const;

export const identitySecretEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The state of a website channel's identity secret",
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.EDIT'],
    params,
    answer: IdentityState,
  }),
  rotate: defineEndpoint({
    method: 'POST',
    path: `${base}/rotate`,
    summary: 'Make a new identity secret, told once; the former one is valid for another 24 hours',
    audit: leaves('identity_secret', 'edit'),
    tag,
    access: edit,
    perMinute: 10,
    params,
    answer: IdentityRotated,
  }),
  finish: defineEndpoint({
    method: 'POST',
    path: `${base}/finish`,
    summary: 'End the former identity secret now',
    audit: leaves('identity_secret', 'edit'),
    tag,
    access: edit,
    params,
    answer: IdentityState,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: base,
    summary: 'Take the identity secrets away: visitors are anonymous from then on',
    audit: leaves('identity_secret', 'delete'),
    tag,
    access: edit,
    params,
    answer: IdentityState,
  }),
};
