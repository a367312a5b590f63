import type { ToolCallState } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { lockOwnChat } from '../../chat/door.ts';
import type { CallDeps } from './call.do.ts';
import { callTool } from './call.jobs.ts';
import { decideCall, findCall } from './call.repository.ts';
import { giveUpCall, runCall, tellCall } from './call.run.ts';

const callNotFound = () => new DomainError('bot_tool.not_found', 'No such call.', {});

/**
 * An agent approves or refuses a call that the bot has left to them; an approved one is made after the commit.
 * @throws DomainError chat.not_found, chat.state_invalid, bot_tool.not_found or bot_tool.decided
 */
export const decideByAgent = (ctx: Ctx, chatId: string, callId: string, isApproved: boolean): Promise<{ state: ToolCallState }> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    await lockOwnChat(tx, actor, chatId, 'participant');
    const call = await findCall(tx, enterpriseId, callId);
    if (!call || call.sessionId !== chatId || call.isDry || call.confirm !== 'agent') throw callNotFound();
    const state = isApproved ? ('READY' as const) : ('DENIED' as const);
    if (!(await decideCall(tx, enterpriseId, callId, { state, by: actor.userId, now: ctx.now() })))
      throw new DomainError('bot_tool.decided', 'This call was decided already.', { state: call.state });
    if (isApproved) await ctx.jobs.enqueue(tx, callTool, { enterpriseId, callId });
    else await tellCall(ctx, tx, callId);
    return { state };
  });

const mostMs = 60_000;

/** Makes a call that an agent has approved. A program that has stopped in the middle leaves it to the sweep. */
export async function makeApproved(ctx: EnterpriseContext, deps: CallDeps, callId: string): Promise<void> {
  const call = await ctx.read((tx) => findCall(tx, ctx.enterpriseId, callId));
  if (call?.state === 'READY') await runCall(ctx, deps, call, { mostMs });
  else await giveUpCall(ctx, callId);
}
