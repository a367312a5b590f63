import { randomUUID } from 'node:crypto';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { hasMeetings, makeRoom } from '../../integration/door.ts';
import { storeReplies } from './chat.reply.ts';

/** Tells whether agents can invite customers to a video call. */
export const canMeet = (ctx: Ctx): Promise<boolean> => ctx.read((tx) => hasMeetings(tx, ctx.enterpriseId));

/**
 * Makes a room and sends its address as the agent’s message.
 * @throws DomainError meeting.unavailable, and as a reply: chat.not_found, chat.state_invalid
 */
export async function inviteToMeeting(ctx: Ctx, deps: Pick<Deps, 'secrets'>, chatId: string): Promise<{ url: string }> {
  const { enterpriseId, actor } = ctx;
  const url = await makeRoom(ctx, deps);
  if (url === undefined) throw new DomainError('meeting.unavailable', 'The enterprise has no meeting server.', {});
  const reply = { enterpriseId, agentId: actor.userId, agentName: actor.name, chatId, key: randomUUID(), message: url, attachment: null };
  const [outcome] = await ctx.transaction((tx) => storeReplies(ctx, tx, [reply]));
  if (outcome && 'refusal' in outcome) throw outcome.refusal;
  return { url };
}
