import { chatStates, type RuleEvent } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { LockedChat } from './chat.repository.ts';

/** An event of a locked chat that a rule may answer. @property text of the customer's message; '' of other events */
export type Happening = { chat: LockedChat; event: RuleEvent; text: string };

/**
 * Extension point for rules: called in the transaction in which it happened, behind what that has recorded, so that a rule acts once or, where
 * the transaction fails, not at all.
 */
export const ruleAnswers =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, happened: readonly Happening[]) => Promise<void>>('chat.rules');

/** Lets rules answer what has happened. What they do fires none. */
export async function answerHappenings(ctx: EnterpriseContext, tx: Tx, happened: readonly Happening[]): Promise<void> {
  for (const part of ctx.extensions.of(ruleAnswers)) await part(ctx, tx, happened);
}

const marksOf = ({ ruleMarks, deptId }: Pick<LockedChat, 'ruleMarks' | 'deptId'>, event: RuleEvent) =>
  ruleMarks.filter((mark) => mark.event === event && (mark.deptId === null || mark.deptId === deptId));

/** Tells whether some rule that is switched on is for this event of the chat, whatever its conditions. @param ofAny of whichever department */
export const hasRule = (chat: Pick<LockedChat, 'ruleMarks' | 'deptId'>, event: RuleEvent, ofAny = false): boolean =>
  ofAny ? chat.ruleMarks.some((mark) => mark.event === event) : marksOf(chat, event).length > 0;

export const isWaiting = ({ handledBy, state }: Pick<LockedChat, 'handledBy' | 'state'>): boolean =>
  handledBy === 'queue' && state === chatStates.created;

export const minuteMs = 60_000;

/**
 * Sets the clock of a waiting chat to the next instant at which a rule of its wait is due, counted from its time in the queue. Rules whose time
 * has passed by now do not fire behind it. A chat without such rules gets no clock.
 */
export function timeRules(chat: LockedChat, now: Date): void {
  const since = (chat.queuedAt ?? now).getTime();
  const dues = marksOf(chat, 'waits').map(({ minutes }) => since + minutes * minuteMs);
  const next = Math.min(...dues.filter((due) => due > now.getTime()));
  if (Number.isFinite(next)) chat.clocks.set('rule', { startedAt: now, dueAt: new Date(next) });
}
