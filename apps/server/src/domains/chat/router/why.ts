import { chatStates, type RoutingDecision, type RoutingWait, routingMisfits } from '@parley/contract';
import { explain } from '@parley/routing';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { type ChatRouting, toWaiting } from '../routing/chat.fit.ts';
import { countAhead, findDecision, findOfferHolder, findRouted } from './situation.repository.ts';
import { readClosed, readRules, readSituation } from './situation.ts';

type Why = { decision: RoutingDecision | null; wait: RoutingWait | null };

/** Tells why an agent got a chat, from what was recorded, and why it still waits, by the rules of the decision. @throws DomainError chat.not_found */
export function tellWhy(ctx: Ctx, chatId: string): Promise<Why> {
  return ctx.read(async (tx) => {
    await accessChat(tx, ctx.actor, chatId);
    const [row, decision] = [await findRouted(tx, ctx.enterpriseId, chatId), await readDecision(tx, ctx.enterpriseId, chatId)];
    const holder = await findOfferHolder(tx, ctx.enterpriseId, chatId);
    // A decision that came to nothing, or to somebody else in the end, explains nothing.
    const holds = decision !== null && (decision.agentId === row?.ownerId || decision.agentId === holder?.userId);
    return { decision: holds ? decision : null, wait: await readWait(ctx, tx, chatId) };
  });
}

type Reasons = Pick<RoutingDecision, 'ground' | 'fitting' | 'load' | 'limit'> & {
  next: { userId: string; load: number; limit: number } | null;
  waitedSince: string | null;
};

async function readDecision(tx: Read, enterpriseId: string, chatId: string): Promise<RoutingDecision | null> {
  const row = await findDecision(tx, enterpriseId, chatId);
  if (!row) return null;
  const { next, waitedSince, ground, fitting, load, limit } = row.reasons as Reasons;
  const [nextName = ''] = next ? await findUserNames(tx, enterpriseId, [next.userId]) : [];
  const waited = waitedSince === null ? 0 : row.decidedAt.getTime() - Date.parse(waitedSince);
  return {
    agentId: row.userId,
    agentName: row.name,
    kind: row.kind,
    decidedAt: row.decidedAt.toISOString(),
    ground,
    fitting,
    load,
    limit,
    next: next && { agentName: nextName, load: next.load, limit: next.limit },
    waitedSeconds: Math.max(0, Math.round(waited / 1000)),
  };
}

async function readWait(ctx: Ctx, tx: Read, chatId: string): Promise<RoutingWait | null> {
  const { enterpriseId } = ctx;
  const row = await findRouted(tx, enterpriseId, chatId);
  if (row?.handledBy !== 'queue' || row.state !== chatStates.created) return null;
  const nothing = { ahead: 0, reasons: [], fitting: 0, language: null, skills: [], agentName: null, offeredTo: null };
  if (row.fitKey === '') return { ...nothing, isByHand: true };
  const now = ctx.now();
  const rules = await readRules(tx, enterpriseId);
  const { desks } = await readSituation(tx, enterpriseId, rules, { of: 'all', now });
  const { isClosed } = await readClosed(tx, enterpriseId, rules, new Set([row.deptId]), now);
  const verdicts = explain(toWaiting(row, isClosed(row.deptId)), { waiting: [], desks });
  const { step, skills = [] } = row.routing as ChatRouting;
  const names = step.requiredId === null ? [] : await findUserNames(tx, enterpriseId, [step.requiredId]);
  return {
    isByHand: false,
    ahead: await countAhead(tx, enterpriseId, row),
    reasons: routingMisfits.flatMap((reason) => {
      const agents = verdicts.filter(({ misfit }) => misfit === reason).length;
      return agents > 0 ? [{ reason, agents }] : [];
    }),
    fitting: verdicts.filter(({ misfit }) => misfit === null).length,
    language: step.language,
    skills: skills.filter(({ id }) => step.skills?.some((asked) => asked.id === id)).map(({ name, level }) => ({ name, level })),
    agentName: names[0] ?? null,
    offeredTo: (await findOfferHolder(tx, enterpriseId, chatId))?.name ?? null,
  };
}
