import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { Email, formList, Id, Page, requiredText } from '../fields.ts';
import { z } from '../z.ts';
import { linksPerMinute, NewPassword } from './account.ts';
import { leaves } from './audit-marks.ts';
import { UserRoles } from './user.ts';

/** E-mail addresses of one call at the most. */
export const invitedAtOnce = 50;

export const Invitation = z
  .object({
    id: Id,
    emailId: z.string(),
    roles: z.array(z.number()),
    departments: z.array(z.object({ id: Id, name: z.string() })),
    invitedBy: z.string(),
    sentCount: z.number(),
    sentAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

const tag = 'Users';
const InvitationParams = z.object({ invitationId: Id });

export const invitationEndpoints = {
  invite: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/invitations',
    summary: 'Invite people by mail; who is invited already gets a new mail with these roles',
    audit: leaves('invitation', 'create'),
    tag,
    access: ['USERS.ADD'],
    perMinute: 30,
    body: z.object({
      emailId: formList(Email).refine(
        (emails) => emails.length >= 1 && emails.length <= invitedAtOnce,
        fillSlots(faultTexts['invitation.count'], { maximum: invitedAtOnce }),
      ),
      roles: UserRoles,
      departments: formList(Id),
    }),
    answer: z.object({ invitations: z.array(Invitation) }),
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/invitations',
    summary: 'Invitations that wait for an answer, the newest first',
    tag,
    access: ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'],
    query: Page,
    answer: z.object({ invitations: z.array(Invitation), more: z.boolean() }),
    wrap: 'response',
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/invitations/:invitationId/resend',
    summary: 'Send the mail again, with a new link that is good for 7 days',
    audit: leaves('invitation', 'send'),
    tag,
    access: ['USERS.ADD'],
    perMinute: 30,
    params: InvitationParams,
    answer: Invitation,
  }),
  revoke: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/invitations/:invitationId',
    summary: 'Take an invitation back; its link ends',
    audit: leaves('invitation', 'cancel'),
    tag,
    access: ['USERS.ADD'],
    params: InvitationParams,
    answer: z.null(),
  }),
  read: defineEndpoint({
    method: 'GET',
    path: '/account/enterprise/users/:token',
    summary: 'Whose invitation the link of a mail is',
    tag,
    access: 'public',
    perMinute: linksPerMinute,
    params: z.object({ token: z.string().max(200) }),
    answer: z.object({ enterpriseName: z.string(), emailId: z.string() }),
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/users/:token',
    summary: 'Accept an invitation with a name and a password',
    audit: leaves('user', 'create'),
    tag,
    access: 'public',
    perMinute: linksPerMinute,
    params: z.object({ token: z.string().max(200) }),
    body: z.object({ name: requiredText(120), password: NewPassword }),
    answer: z.null(),
  }),
};
