import { type CompanySecurity, live } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { isWithin } from '#platform/http/networks.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { lockSettings } from './enterprise.service.ts';
import { securityRecord } from './security.record.ts';
import { readSecurity, type SecurityRow, writeSecurity } from './security.repository.ts';

type Answer = { security: CompanySecurity; version: number };

const present = ({ sessionHours, idleMinutes, domains, networks, passwordDays, version }: SecurityRow): Answer => ({
  security: { sessionHours, idleMinutes, domains, networks, passwordDays },
  version,
});

export const getSecurity = (ctx: Ctx): Promise<Answer & { address: string }> =>
  ctx.read(async (tx) => ({ ...present(await readSecurity(tx, ctx.enterpriseId)), address: ctx.address }));

/** Open sessions that would be longer than is allowed now end when they should have. */
async function shortenSessions(tx: Tx, enterpriseId: string, sessionHours: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ expiresAt: sql<Date>`created_at + make_interval(hours => ${sessionHours})` })
    .where('enterpriseId', '=', enterpriseId)
    .where('expiresAt', '>', sql<Date>`created_at + make_interval(hours => ${sessionHours})`)
    .execute();
}

/**
 * Changes the requirements for sign-in; they hold for open sessions at once.
 * @throws DomainError record.changed, or security.lock_out when the caller's own address is outside of the networks and nothing confirms it
 */
export async function saveSecurity(
  ctx: Ctx,
  { security, version, confirm }: { security: CompanySecurity; version: number; confirm: boolean },
): Promise<Answer> {
  const { enterpriseId, address } = ctx;
  const networks = [...new Set(security.networks)];
  const { answer, areNetworksChanged } = await ctx.transaction(async (tx) => {
    await lockSettings(tx, enterpriseId);
    const before = await readSecurity(tx, enterpriseId);
    await assertVersion(ctx, tx, securityRecord, { id: enterpriseId, version: before.version }, version);
    if (!confirm && !isWithin(address, networks))
      throw new DomainError('security.lock_out', `Your own address, ${address}, is in none of these networks.`, { address });
    await changing(ctx, tx, securityRecord, enterpriseId, 'edit', () =>
      writeSecurity(tx, enterpriseId, { ...security, networks, domains: [...new Set(security.domains)] }, before.version + 1, ctx.now()),
    );
    if (security.sessionHours !== null) await shortenSessions(tx, enterpriseId, security.sessionHours);
    const answer = present(await readSecurity(tx, enterpriseId));
    return { answer, areNetworksChanged: networks.join() !== before.networks.join() };
  });
  // Clients connect again at once; those outside are not let in.
  if (areNetworksChanged) ctx.hub.closeAll(`enterprise:${enterpriseId}`, live.goingAwayClose, 'The allowed networks have changed.');
  return answer;
}
