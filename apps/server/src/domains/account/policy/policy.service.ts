import { showInstant, type TwoFactorPolicy, type UserFactors } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { renewSockets } from '../access/role.service.ts';
import { readTimeZone } from '../enterprise/enterprise.service.ts';
import { findPolicy, listEndedGraces, listUserFactors, listWithoutFactor, type Policy, savePolicy } from '../factor/policy.repository.ts';
import { notify } from '../notification/notification.service.ts';
import { policyRecord } from './policy.record.ts';

const longestPage = 1000;
const dayMs = 24 * 3_600_000;

const present = ({ isEnabled, graceUntil }: Policy, without: readonly string[]): TwoFactorPolicy => ({
  isEnabled,
  graceUntil: graceUntil?.toISOString() ?? null,
  withoutFactor: without.length,
});

export function readPolicy(ctx: Ctx): Promise<TwoFactorPolicy> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => present(await findPolicy(tx, enterpriseId), await listWithoutFactor(tx, enterpriseId)));
}

/** People without a factor are told; once the grace is over, or at once without one, their sessions open nothing else (RBAC-032). */
export async function requireTwoFactor(
  ctx: Ctx,
  { isEnabled, graceDays }: { isEnabled: boolean; graceDays: number },
): Promise<TwoFactorPolicy> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const policy = { isEnabled, graceUntil: isEnabled && graceDays > 0 ? new Date(now.getTime() + graceDays * dayMs) : null };
  const without = await ctx.transaction(async (tx) => {
    await changing(ctx, tx, policyRecord, enterpriseId, 'edit', () => savePolicy(tx, enterpriseId, policy, now));
    const without = await listWithoutFactor(tx, enterpriseId);
    if (policy.graceUntil) await tellOfGrace(ctx, tx, without, policy.graceUntil);
    return without;
  });
  if (isEnabled && !policy.graceUntil) renewSockets(ctx, without);
  return present(policy, without);
}

const tellOfGrace = async (ctx: Ctx, tx: Tx, userIds: readonly string[], until: Date) =>
  notify(ctx, tx, userIds, {
    kind: 'second_factor',
    code: 'two_factor.required',
    values: { until: showInstant(until, 'day', await readTimeZone(tx, ctx.enterpriseId)) },
    link: '/details/myprofile',
    cause: 'two-factor',
  });

export function listUserTypes(
  ctx: Ctx,
  query: { name: string; from: number; perPage: number },
): Promise<{ users: UserFactors[]; more: boolean }> {
  const perPage = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.transaction(async (tx) => {
    const rows = await listUserFactors(tx, ctx.enterpriseId, { name: query.name.trim(), from: query.from, limit: perPage + 1 });
    const users = rows.slice(0, perPage).map(({ userId, name, kinds, lastUsedAt }) => ({
      uId: userId,
      name,
      types: kinds as UserFactors['types'],
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return { users, more: rows.length > perPage };
  });
}

/** Closes the sockets of people without a factor where the grace has ended: each call finds out by itself, an open socket does not. */
export async function endGraces(db: Db, contextOf: (enterpriseId: string) => EnterpriseContext, since: Date, at: Date): Promise<void> {
  for (const enterpriseId of await listEndedGraces(db, since, at)) {
    const ctx = contextOf(enterpriseId);
    renewSockets(ctx, await ctx.read((tx) => listWithoutFactor(tx, enterpriseId)));
  }
}
