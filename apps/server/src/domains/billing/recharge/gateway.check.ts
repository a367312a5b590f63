import { z } from '@parley/contract';
import { installationId, takeLease } from '#platform/jobs/lease.ts';
import type { Gateway } from '../../../config.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { tellDifference } from '../settlement/difference.ts';
import { type GatewayPayment, listPayments } from './gateway.ts';
import { findRechargeRow, listPaidSince } from './recharge.repository.ts';
import { toMinor } from './recharge.rules.ts';
import { checkRecharge } from './recharge.service.ts';

const dayMs = 24 * 3_600_000;
const holdMs = 23 * 3_600_000;
const comparedDays = 3;
/** Age of a payment that is checked; a younger one may still be on its way to us. */
const settledMs = 2 * 3_600_000;

/** Notes in our payment links, which identify our payments: the installation's account may take other payments too. */
const Notes = z.object({ enterprise: z.uuid(), recharge: z.uuid() });

/** Once a day by one worker. */
export async function checkGatewayDaily(deps: Deps): Promise<void> {
  const work = { enterpriseId: installationId, work: 'reconcile', workId: installationId } as const;
  if (!deps.gateway()) return;
  if (await enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, work, holdMs))) await checkGateway(deps);
}

/**
 * Compares what the gateway took in three days with what is booked, both ways (W5). What was not asked for since it came is looked up and booked as
 * by any other road; what differs then is told to the enterprise that it concerns. @returns one line for each
 */
export async function checkGateway(deps: Deps): Promise<string[]> {
  const gateway = deps.gateway();
  if (!gateway) return [];
  const [from, to] = [new Date(deps.now().getTime() - comparedDays * dayMs), new Date(deps.now().getTime() - settledMs)];
  const listed = await listPayments(gateway, from, deps.now());
  const known = new Map(listed.map((payment) => [payment.id, payment]));
  const booked = await listPaidSince(deps.db, from);
  const found: string[] = [];
  const tell = async (enterpriseId: string, line: string) => {
    found.push(line);
    await tellDifference(deps, enterpriseContext(deps, enterpriseId), line);
  };
  for (const { enterpriseId, paymentId, asked, paidAt } of booked) {
    if (paidAt > to || paidAt.getTime() < from.getTime() + dayMs) continue;
    const payment = known.get(paymentId);
    if (!payment) await tell(enterpriseId, `W5 ${paymentId}: booked, and not known to the gateway`);
    else if (payment.status !== 'captured' || payment.amount !== toMinor(asked))
      await tell(enterpriseId, `W5 ${paymentId}: ${toMinor(asked)} booked, ${payment.amount} ${payment.status} at the gateway`);
  }
  const bookedIds = new Set(booked.map(({ paymentId }) => paymentId));
  for (const payment of listed) {
    if (payment.status !== 'captured' || bookedIds.has(payment.id) || payment.created_at * 1000 > to.getTime()) continue;
    const line = await unbooked(deps, gateway, payment);
    if (line) await tell(line.enterpriseId, line.text);
  }
  return found;
}

async function unbooked(
  deps: Deps,
  gateway: Gateway,
  payment: GatewayPayment,
): Promise<{ enterpriseId: string; text: string } | undefined> {
  const notes = Notes.safeParse(payment.notes);
  if (!notes.success) return undefined;
  const { enterprise: enterpriseId, recharge: rechargeId } = notes.data;
  const ctx = enterpriseContext(deps, enterpriseId);
  const found = await ctx.read((tx) => findRechargeRow(tx, { enterpriseId, rechargeId }));
  if (!found || found.paymentId === payment.id) return undefined;
  // Nobody may have asked since the money came.
  const { row } = await checkRecharge(deps, gateway, ctx, rechargeId);
  if (row.paymentId === payment.id) return undefined;
  return { enterpriseId, text: `W5 ${payment.id}: paid at the gateway, and ${row.reference} is ${row.state}` };
}
