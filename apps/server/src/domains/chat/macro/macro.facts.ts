import { agentStatuses, type Macro, type MacroFacts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { hearsOffers } from '../../account/door.ts';
import { windowEnd } from '../../messaging/door.talk.ts';
import { accessChat, chatNotFound } from '../access/chat.access.ts';
import { findAgent, hasAgents } from '../access/chat.people.ts';
import { refusalNow } from '../access/chat.reach.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import { listMissing } from '../field/field.repository.ts';
import { listOffered } from '../label/label.repository.ts';
import { findVisitLanguage } from '../quick-reply/quick-reply.repository.ts';
import { fillReply } from '../quick-reply/quick-reply.text.ts';
import { isConnected } from '../routing/agent.presence.ts';
import { findDepartmentName, findOfChat } from '../settings/settings.repository.ts';
import { holdFor, messageLanguage, resolve } from '../settings/settings.rules.ts';
import { findLabels, findMacro, type MacroRow } from './macro.repository.ts';
import { idsOf } from './macro.rules.ts';
import { macroNotFound, presentMacro } from './macro.service.ts';

/** A macro that a chat of this department may use. @throws DomainError macro.not_found */
export async function accessUsable(tx: Tx, { enterpriseId, actor }: Ctx, macroId: string, deptId: string | null): Promise<MacroRow> {
  const row = await findMacro(tx, enterpriseId, macroId);
  if (!row || (row.userId !== null && row.userId !== actor.userId) || (row.deptId !== null && row.deptId !== deptId)) throw macroNotFound();
  return row;
}

/** The same tests as those of a transfer to an agent. */
async function isHere(tx: Tx, enterpriseId: string, { userId, status, wish }: { userId: string; status: number; wish: number }) {
  if (status !== agentStatuses.offline && (await isConnected(tx, enterpriseId, userId))) return true;
  return wish !== agentStatuses.offline && (await hearsOffers(tx, enterpriseId, userId));
}

/** Reads all that decides whether a macro can be done in a chat of the actor's. @throws DomainError chat.not_found */
export async function readMacroFacts(ctx: Ctx, tx: Tx, chatId: string, { steps }: Pick<MacroRow, 'steps'>): Promise<MacroFacts> {
  const { enterpriseId, actor } = ctx;
  const chat = await accessChat(tx, actor, chatId);
  if (!chat.participation || chat.participation === 'left') throw chatNotFound();
  const ids = idsOf(steps);
  const [settled, visitLanguage, labels, offered] = await Promise.all([
    findOfChat(tx, chat),
    findVisitLanguage(tx, enterpriseId, chatId),
    findLabels(tx, enterpriseId, ids.labels),
    ids.labels.length > 0 ? listOffered(tx, enterpriseId, chat.deptId) : [],
  ]);
  const { newest, held, customer, departmentName, timeZone, country } = settled;
  const config = holdFor(resolve(held).chat, resolve(newest).chat);
  const language = messageLanguage(customer.language, visitLanguage);
  const now = ctx.now();
  const texts = steps.flatMap((step, place) => {
    if (step.kind !== 'reply') return [];
    const values = { customer: customer.name, agent: actor.name, department: departmentName ?? '' };
    const where = { now: now.getTime(), zone: timeZone, language, country };
    const { parts } = fillReply({ textEn: step.text, textHi: step.textHi }, values, where);
    return [{ step: place, text: parts.map(({ text }) => text).join(''), gap: parts.find(({ isGap }) => isGap)?.text ?? '' }];
  });
  const agents: MacroFacts['agents'] = [];
  for (const userId of ids.users) {
    const agent = await findAgent(tx, enterpriseId, userId);
    if (agent)
      agents.push({ id: userId, name: agent.name, isHere: await isHere(tx, enterpriseId, agent), isSelf: userId === actor.userId });
  }
  const departments: MacroFacts['departments'] = [];
  for (const id of ids.departments) {
    const name = await findDepartmentName(tx, enterpriseId, id);
    const isServed = name !== undefined && (await hasAgents(tx, enterpriseId, await listTakingOver(tx, enterpriseId, id)));
    if (name !== undefined) departments.push({ id, name, isServed });
  }
  return {
    at: now.toISOString(),
    zone: timeZone,
    state: chat.state,
    isOwner: chat.ownerId === actor.userId,
    refusal: steps.some(({ kind }) => kind === 'reply') ? await refusalNow(ctx, tx, chat) : '',
    windowEndsAt: windowEnd(chat.line)?.toISOString() ?? null,
    texts,
    has: chat.labels.map(({ id, name }) => ({ id, name })),
    labels: labels.map(({ labelId: id, name, isActive }) => ({
      id,
      name,
      isActive,
      isOffered: offered.some(({ labelId }) => labelId === id),
    })),
    departments,
    agents,
    tag: chat.tag,
    note: chat.note,
    needsLabel: config.closeNeedsLabel,
    needsNote: config.closeNeedsNote,
    missingFields: steps.some(({ kind }) => kind === 'close') ? await listMissing(tx, enterpriseId, chatId) : [],
  };
}

/** @throws DomainError chat.not_found or macro.not_found */
export const previewInChat = (ctx: Ctx, chatId: string, macroId: string): Promise<{ macro: Macro; facts: MacroFacts }> =>
  // Labels that are offered are kept from being deleted while they are read, so it is no plain reading.
  ctx.transaction(async (tx) => {
    const { deptId } = await accessChat(tx, ctx.actor, chatId);
    const row = await accessUsable(tx, ctx, macroId, deptId);
    return { macro: presentMacro(row), facts: await readMacroFacts(ctx, tx, chatId, row) };
  });
