import { agentStatuses } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { relaxLeft } from '../clock/clock.repository.ts';
import { agentStatusRecord } from '../desk/desk.record.ts';
import { lockDesks, setStatus } from '../desk/desk.repository.ts';
import { returnOffers } from '../offer/chat.return.ts';
import { agentStatusChanged } from '../record/chat.events.ts';
import { chatMonitorRecord } from './monitor.record.ts';
import { findStaff } from './monitor.repository.ts';
import { type Acting, mayAct, readActing, type Sight, sees, sightOf } from './monitor.scope.ts';

type Asked = { agentIds: readonly string[]; status: 0 | 2; reason: string };
type Refused = { agentId: string; code: string; message: string };

/** Sets agents Offline or Away until they choose otherwise. Each is a transaction of its own. @throws DomainError 1403 */
export async function setStatuses(ctx: Ctx, { agentIds, status, reason }: Asked): Promise<{ done: string[]; refused: Refused[] }> {
  const acting = await ctx.read((tx) => readActing(tx, ctx.actor));
  const denied = accessDenied([]);
  if (acting !== 'all' && acting.size === 0) throw denied;
  const outcome = { done: [] as string[], refused: [] as Refused[] };
  for (const agentId of new Set(agentIds)) {
    try {
      await ctx.transaction((tx) => setOne(ctx, tx, acting, { agentId, status, reason }));
      // Chats are locked before desks everywhere, so this follows the commit.
      if (status === agentStatuses.offline) await returnOffers(ctx, agentId);
      await ctx.transaction((tx) => relaxLeft(tx, ctx.enterpriseId, agentId, ctx.now()));
      outcome.done.push(agentId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ agentId, code: error.code, message: error.message });
    }
  }
  if (outcome.done.length === 0 && outcome.refused.every(({ code }) => code === denied.code)) throw denied;
  return outcome;
}

type One = Pick<Asked, 'status' | 'reason'> & { agentId: string };

async function setOne(ctx: Ctx, tx: Tx, acting: Acting, { agentId, status, reason }: One): Promise<void> {
  const { enterpriseId, actor } = ctx;
  await lockDesks(tx, enterpriseId, [agentId]);
  const staff = await findStaff(tx, enterpriseId, agentId);
  if (!staff || !isSeen(sightOf(actor), staff.departmentIds)) throw new DomainError('user.not_found', 'No such agent.', {});
  if (acting !== 'all' && !staff.departmentIds.some((id) => mayAct(acting, id))) throw accessDenied([]);
  const before = await agentStatusRecord.read(tx, enterpriseId, agentId);
  await setStatus(tx, enterpriseId, agentId, { agentStatus: status, reason, by: actor.userId });
  const after = await agentStatusRecord.read(tx, enterpriseId, agentId);
  recordChange(ctx, tx, { record: chatMonitorRecord, id: agentId, action: 'edit', before, after, reason });
  await ctx.events.record(tx, agentStatusChanged, { uId: agentId, agentStatus: status });
}

const isSeen = (sight: Sight, departmentIds: readonly string[]): boolean => sight === 'all' || departmentIds.some((id) => sees(sight, id));
