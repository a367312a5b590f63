import type { SideAct } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { writeAssistLine } from '../side/side.write.ts';
import type { AssistUsed } from './assist.proof.ts';

export type UsedReply = { chat: LockedChat; number: number; agent: { id: string; name: string }; used: AssistUsed };

/** Keeps which replies began with a draft, a line each: counts are sums of these lines, and nothing else is counted. */
export async function writeUses(ctx: EnterpriseContext, tx: Tx, replies: readonly UsedReply[]): Promise<void> {
  for (const { chat, number, agent, used } of replies) {
    const { isUnchanged, ...source } = used;
    const act: Extract<SideAct, { act: 'assist' }> = {
      act: 'assist',
      ...source,
      outcome: isUnchanged ? 'unchanged' : 'edited',
      number,
      deptId: chat.deptId ?? '',
    };
    await writeAssistLine(ctx, tx, chat, agent, act);
  }
}
