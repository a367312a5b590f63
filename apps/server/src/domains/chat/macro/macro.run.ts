import {
  lastMacroSteps,
  type MacroProblem,
  type MacroStep,
  macroProblemTexts,
  type PreviewedStep,
  previewMacro,
  reasonTexts,
  type SkipReason,
  snoozeEnd,
  stopOf,
} from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { refusalInside } from '../access/chat.reach.ts';
import { closeChat, suspendChat } from '../conversation/chat.lifecycle.ts';
import { storeReplies } from '../conversation/chat.reply.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { findAnswersSince, refuseMeanwhile, refuseUnread } from '../draft/draft.meanwhile.ts';
import { saveLabels, savePriority } from '../label/chat.marks.ts';
import { writeNote } from '../note/note.service.ts';
import { transferToDepartment } from '../offer/chat.department.ts';
import { transferChat } from '../offer/chat.offer.ts';
import { lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';
import { readMarked, updateFirstLabel } from '../record/mark.repository.ts';
import { accessUsable, readMacroFacts } from './macro.facts.ts';
import { macroRecord } from './macro.record.ts';
import { findRun, insertRun } from './macro.repository.ts';
import { idsOf } from './macro.rules.ts';

/**
 * @property requestKey the browser's own: a repeat does nothing more
 * @property seen the highest number on the caller's screen
 * @property version of the macro that the caller has looked at
 */
export type MacroRequest = { requestKey: string; seen: number; version: number; force: boolean };
/** @property replies messages that were written just now: none by a repeat */
export type MacroRun = { done: number; replies: number };

/**
 * Does all steps of a macro in one transaction, or none. It is held like a reply that somebody else's answer has overtaken, and one that ends
 * with the chat by what the customer has written since too.
 * @throws DomainError chat.not_found, chat.state_invalid, macro.not_found, record.changed, chat.answered_meanwhile, macro.stopped, and all that a
 * step is refused with by itself
 */
export function runMacro(ctx: Ctx, chatId: string, macroId: string, request: MacroRequest): Promise<MacroRun> {
  const { enterpriseId, actor } = ctx;
  const key = { enterpriseId, userId: actor.userId, requestKey: request.requestKey };
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, enterpriseId, [chatId]);
    if (!chat) throw chatNotFound();
    // A repeat may come when the macro has closed the chat, or handed it on.
    const repeat = await findRun(tx, key);
    if (repeat?.chatId === chatId) return { done: repeat.done, replies: 0 };
    if (repeat || !chat.agentIds.includes(actor.userId)) throw chatNotFound();
    if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
    const macro = await accessUsable(tx, ctx, macroId, chat.deptId);
    await assertVersion(ctx, tx, macroRecord, { id: macroId, version: macro.version }, request.version);
    // Desks are locked behind chats and before all else, whatever the steps lock by themselves.
    await lockDesksOf(tx, enterpriseId, [chatId], idsOf(macro.steps).users);
    const asked = { chatId, agentId: actor.userId, seen: request.seen, force: request.force };
    const overtaken = refuseMeanwhile(asked, await findAnswersSince(tx, enterpriseId, [asked], new Map([[chatId, chat]])), ctx.now());
    if (overtaken) throw overtaken;
    // A macro that takes the chat from its agent waits until the customer's words were read.
    const unread = macro.steps.some(({ kind }) => lastMacroSteps.includes(kind))
      ? await refuseUnread(tx, chat, asked, ctx.now())
      : undefined;
    if (unread) throw unread;
    const facts = await readMacroFacts(ctx, tx, chatId, macro);
    const steps = previewMacro(macro.steps, facts);
    assertCanRun(steps);
    const inside: Ctx = { ...ctx, transaction: (work) => work(tx) };
    for (const [place, step] of steps.entries())
      await doStep(
        inside,
        tx,
        { chatId, key: `macro:${request.requestKey}:${place}`, place, at: Date.parse(facts.at), zone: facts.zone },
        step,
      );
    await insertRun(tx, { ...key, chatId, done: steps.length, ranAt: ctx.now() });
    return { done: steps.length, replies: steps.filter(({ step }) => step.kind === 'reply').length };
  });
}

/** @throws DomainError macro.stopped with the first step that cannot be done */
function assertCanRun(steps: readonly PreviewedStep[]): void {
  const place = stopOf(steps);
  const problem = steps[place]?.problem;
  if (problem) throw stopped(place, problem);
}

function stopped(place: number, { code, name }: MacroProblem): DomainError {
  const named = code === 'refused' ? reasonTexts[name as SkipReason] : name;
  const words = macroProblemTexts[code].replace('{{name}}', () => named);
  const data = { step: place + 1, problem: code, name };
  return new DomainError('macro.stopped', `Step ${place + 1}: ${words} Nothing was done.`, data);
}

type Where = { chatId: string; key: string; place: number; at: number; zone: string };

async function doStep(ctx: Ctx, tx: Tx, { chatId, key, place, at, zone }: Where, { step, text }: PreviewedStep): Promise<void> {
  switch (step.kind) {
    case 'reply':
      return reply(ctx, tx, { chatId, key, place, message: text });
    case 'note':
      await writeNote(ctx, { chatId, key, text: step.text, mentions: [] });
      return;
    case 'addLabel':
    case 'removeLabel':
      return label(ctx, tx, chatId, step);
    case 'priority':
      await savePriority(ctx, chatId, step.priority);
      return;
    case 'transferToAgent':
      return transferChat(ctx, { chatId, agentId: step.userId, note: step.note });
    case 'transferToDepartment':
      return transferToDepartment(ctx, { chatId, departmentId: step.departmentId, note: step.note });
    case 'snooze':
      return suspendChat(ctx, chatId, snoozeEnd(step, at, zone));
    case 'close':
      if (step.note.trim() !== '') await updateFirstLabel(tx, ctx.enterpriseId, chatId, { note: step.note.trim() });
      return closeChat(ctx, chatId, step.feedback.trim());
  }
}

type Reply = Pick<Where, 'chatId' | 'key' | 'place'> & { message: string };

/** A refusal of the gate when the reply is stored, as for lack of money, stops the macro as well. */
async function reply(ctx: Ctx, tx: Tx, { chatId, key, place, message }: Reply): Promise<void> {
  const { enterpriseId, actor } = ctx;
  const by = { enterpriseId, agentId: actor.userId, agentName: actor.name };
  const [outcome] = await storeReplies(ctx, tx, [{ ...by, chatId, key, message: message.trim(), attachment: null }]);
  if (outcome && 'refusal' in outcome) throw outcome.refusal;
  const reason = outcome ? refusalInside(outcome.action) : '';
  if (reason !== '') throw stopped(place, { code: 'refused', name: reason });
}

async function label(ctx: Ctx, tx: Tx, chatId: string, step: Extract<MacroStep, { kind: 'addLabel' | 'removeLabel' }>): Promise<void> {
  const had = (await readMarked(tx, ctx.enterpriseId, chatId)).labels.map(({ id }) => id);
  const others = had.filter((id) => id !== step.labelId);
  if (step.kind === 'addLabel' && others.length === had.length) await saveLabels(ctx, chatId, [...had, step.labelId]);
  if (step.kind === 'removeLabel' && others.length < had.length) await saveLabels(ctx, chatId, others);
}
