import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { acceptInvitation, readInvitation } from './invitation.accept.ts';
import { invitationRecord } from './invitation.record.ts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from './invitation.service.ts';
import { invitationsLeft } from './invitation.work.ts';

export const invitation: Module = {
  name: 'invitation',
  records: [invitationRecord],
  extensions: [invitationsLeft],
  routes(app, deps) {
    const { invitations } = endpoints;
    route(app, invitations.invite, async (ctx, { body }) => {
      const sent = await invite(deps, ctx, body);
      return answer({ invitations: sent }, sent.length === 1 ? 'The invitation is sent.' : 'The invitations are sent.');
    });
    route(app, invitations.list, (ctx, { query }) => listInvitations(ctx, query));
    route(app, invitations.resend, async (ctx, { params }) =>
      answer(await resendInvitation(deps, ctx, params.invitationId), 'The invitation is sent again.'),
    );
    route(app, invitations.revoke, async (ctx, { params }) => {
      await revokeInvitation(ctx, params.invitationId);
      return answer(null, 'The invitation is revoked.');
    });
    route(app, invitations.read, (_ctx, { params }) => readInvitation(deps, params.token));
    route(app, invitations.accept, async (_ctx, { params, body, request }) => {
      await acceptInvitation(deps, params.token, { ...body, address: request.ip });
      return answer(null, 'Your account is ready. Please sign in.');
    });
  },
};
