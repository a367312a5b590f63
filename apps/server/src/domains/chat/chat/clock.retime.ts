import { type ChatSettingKey, chatSettings } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { retimeOpen } from '../clock/clock.jobs.ts';
import { holdTimes } from '../clock-policy/chat.timing.ts';
import { ChatRecording } from '../record/chat.record.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { isWaiting, timeRules } from '../record/chat.rule.port.ts';
import { isOpen } from '../record/chat.rules.ts';
import { readRules } from '../router/situation.ts';

/** A chat that waits and that nothing holds for gets what it runs by with its agent. */
const isTimed = ({ handledBy, service }: LockedChat): boolean =>
  handledBy === 'agent' || (handledBy === 'queue' && Object.keys(service).length > 0);

/** Chats that wait find out anew when rules of their wait are due. */
async function timeWaits(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const recording = new ChatRecording(ctx, ctx.now());
  for (const chat of chats) {
    timeRules(chat, ctx.now());
    recording.touch(chat);
  }
  await recording.save(tx);
}

/** Open chats find out anew what their clocks run by; clocks that run are reckoned again from their beginning. */
export async function retimeNow(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  await timeWaits(ctx, tx, chats.filter(isWaiting));
  const open = chats.filter((chat) => isOpen(chat) && isTimed(chat));
  if (open.length === 0) return;
  const rules = await readRules(tx, ctx.enterpriseId);
  const timed = open.map((chat) => ({ chat, config: rules.of(chat.deptId) }));
  await holdTimes(tx, ctx.enterpriseId, timed, true);
  const recording = new ChatRecording(ctx, ctx.now());
  for (const chat of open) recording.retime(chat);
  await recording.save(tx);
}

/** Settings of clocks hold at once; a save of others asks no chat. */
export async function followClockSettings(
  { enterpriseId, jobs }: EnterpriseContext,
  tx: Tx,
  departmentId: string | null,
  changed: readonly ChatSettingKey[],
): Promise<void> {
  if (!changed.some((key) => chatSettings[key].section === 'clocks')) return;
  await jobs.enqueue(tx, retimeOpen, { enterpriseId, departmentId, onlyHeld: false });
}

/** Clocks that count in open hours follow a change of calendars. */
export const followHours = ({ enterpriseId, jobs }: EnterpriseContext, tx: Tx): Promise<void> =>
  jobs.enqueue(tx, retimeOpen, { enterpriseId, departmentId: null, onlyHeld: true });
