import type { Invitation } from '@parley/contract';
import type { InvitationRow } from './invitation.repository.ts';

export const presentInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.invitationId,
  emailId: row.email,
  roles: row.roles,
  departments: row.departments,
  invitedBy: row.inviterName ?? '',
  sentCount: row.sentCount,
  sentAt: (row.sentAt.at(-1) ?? row.createdAt).toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= now,
});
