import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { listManagers } from '../clock-policy/managers.ts';
import { mentionLink } from '../note/note.service.ts';
import { timeAnew } from '../offer/chat.department.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, updateDepartment } from '../record/chat.repository.ts';
import { type Happening, isWaiting, minuteMs, timeRules } from '../record/chat.rule.port.ts';
import { toRuleEvent } from '../record/chat.webhook.ts';
import { deleteMarks, insertMarks, readMarked, updateFirstLabel } from '../record/mark.repository.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';
import { chatMarked } from '../side/side.events.ts';
import { writeRuleLine } from '../side/side.write.ts';
import { applyServed, readFacts } from './rule.facts.ts';
import { listFiring, type RuleRow } from './rule.repository.ts';
import { type Applied, type Fired, type Rule, type RuleState, withoutValues } from './rule.rules.ts';

/** Lets the rules of what has happened act, in the transaction in which it happened: once, or with it not at all. */
export async function answerByRules(ctx: EnterpriseContext, tx: Tx, happened: readonly Happening[]): Promise<void> {
  const rules = await listFiring(tx, ctx.enterpriseId, [...new Set(happened.map(({ event }) => event))]);
  for (const one of happened) await answer(ctx, tx, one, rules);
}

/**
 * Rules of the wait that are due: those whose minutes have passed since the clock began. A chat that waits no longer is left alone. Chats and
 * desks are locked.
 * @param begun by chat, up to when its rules have acted
 */
export async function fireWaits(
  ctx: EnterpriseContext,
  tx: Tx,
  chats: readonly LockedChat[],
  begun: ReadonlyMap<string, Date>,
): Promise<void> {
  const waiting = chats.filter((chat) => isWaiting(chat));
  if (waiting.length === 0) return;
  const now = ctx.now();
  const rules = await listFiring(tx, ctx.enterpriseId, ['waits']);
  const recording = new ChatRecording(ctx, now, { firesRules: false });
  for (const chat of waiting) {
    timeRules(chat, now);
    recording.touch(chat);
  }
  await recording.save(tx);
  for (const chat of waiting) {
    const since = (chat.queuedAt ?? now).getTime();
    const from = begun.get(chat.chatId) ?? now;
    const dueAt = ({ waitMinutes }: RuleRow) => since + waitMinutes * minuteMs;
    const due = rules.filter((rule) => from.getTime() < dueAt(rule) && dueAt(rule) <= now.getTime());
    if (due.length > 0) await answer(ctx, tx, { chat, event: 'waits', text: '' }, due);
  }
}

async function answer(ctx: EnterpriseContext, tx: Tx, { chat, event, text }: Happening, rules: readonly RuleRow[]): Promise<void> {
  const asked = rules.filter((rule) => rule.event === event);
  if (asked.length === 0) return;
  const { facts, customerName } = await readFacts(tx, chat, asked, text);
  // Desks are locked where a clock fires: there an offer is taken back.
  const known = event === 'waits' ? { ...facts, isOffered: false } : facts;
  const applied = await applyServed(tx, ctx.enterpriseId, asked, event, known);
  if (applied.trace.length > 0) await carryOut(ctx, tx, chat, facts, applied, customerName);
}

/** A rule that finds all as it wants it says nothing; at a message neither does one that could do nothing. They would say so at each message. */
const isTold = ({ rule, deeds }: Fired): boolean =>
  deeds.some(({ problem }) => problem === '' || (problem !== 'same' && rule.event !== 'message'));

async function carryOut(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  before: RuleState,
  { acts, trace, after }: Applied,
  customerName: string,
): Promise<void> {
  const recording = new ChatRecording(ctx, ctx.now(), { firesRules: false });
  const isLabelled = await changeLabels(ctx, tx, chat, before.labelIds, after.labelIds);
  const isRaised = after.priority !== before.priority;
  if (isRaised) {
    chat.priority = after.priority;
    recording.touch(chat);
    await recording.save(tx);
  }
  for (const fired of trace)
    if (isTold(fired)) {
      const { rule, checks, deeds } = fired;
      await writeRuleLine(
        ctx,
        tx,
        chat,
        { act: 'rule', rule: rule.name, event: rule.event, checks: checks.map(withoutValues), deeds },
        notesOf(rule),
      );
    }
  if (isLabelled || isRaised) await tellMarks(ctx, tx, chat);
  for (const { rule, act } of acts) {
    if (act.kind === 'webhook') await ctx.webhooks.publish(tx, toRuleEvent(chat, rule, ctx.now()));
    if (act.kind === 'tell') {
      const recipients = act.who === 'owner' ? [chat.ownerId].filter((id) => id !== null) : await listManagers(tx, chat);
      const values = { customer: customerName, rule: rule.name };
      if (recipients.length > 0)
        await notify(ctx, tx, recipients, {
          kind: 'chat_rule',
          code: 'chat.rule',
          values,
          link: mentionLink(chat.chatId),
          cause: chat.chatId,
        });
    }
  }
  if (after.deptId !== null && after.deptId !== chat.deptId) await move(ctx, tx, chat, after.deptId);
}

const notesOf = ({ acts }: Rule): string => acts.flatMap((act) => (act.kind === 'note' ? [act.text] : [])).join('\n\n');

/** Words of an agent in place of a label stay the first: a rule puts its labels behind them. @returns whether anything has changed */
async function changeLabels(
  { enterpriseId, now }: EnterpriseContext,
  tx: Tx,
  { chatId }: LockedChat,
  had: readonly string[],
  wanted: readonly string[],
): Promise<boolean> {
  const added = wanted.filter((id) => !had.includes(id));
  const removed = had.filter((id) => !wanted.includes(id));
  if (added.length === 0 && removed.length === 0) return false;
  const before = await readMarked(tx, enterpriseId, chatId);
  await deleteMarks(tx, enterpriseId, chatId, removed);
  await insertMarks(tx, enterpriseId, chatId, added, { userId: null, at: now() });
  const isFirstGone = before.labelId !== null && removed.includes(before.labelId);
  if (isFirstGone || (before.labelId === null && before.tag === ''))
    await updateFirstLabel(tx, enterpriseId, chatId, { labelId: wanted[0] ?? null });
  return true;
}

async function tellMarks(ctx: EnterpriseContext, tx: Tx, { chatId, agentIds }: LockedChat): Promise<void> {
  const { labels, tag, labelName, labelColour, priority } = await readMarked(tx, ctx.enterpriseId, chatId);
  await ctx.events.record(tx, chatMarked, { chatId, agentIds, labels, priority, tag: labelName ?? tag, tagColour: labelColour ?? '' });
}

/** A waiting chat goes to the queue of the department and keeps its wait; one of a bot or stream will be queued there. */
async function move(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, deptId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const { chatId, offeredTo } = chat;
  const isQueued = isWaiting(chat);
  if (isQueued) {
    await withdraw(ctx, tx, chatId, ['transfer', 'assign']);
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo });
  }
  chat.deptId = deptId;
  await updateDepartment(tx, enterpriseId, chatId, deptId);
  if (!isQueued) return;
  const recording = new ChatRecording(ctx, ctx.now(), { firesRules: false });
  await timeAnew(ctx, tx, recording, chat);
  await leaveToQueue(ctx, tx, recording, chat, '', { left: 'transferred' });
}
