import type { SideAct } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { authorOf } from '../record/chat.rules.ts';
import { sideWritten, whispered } from './side.events.ts';
import { insertSide, presentSide, type SideRow } from './side.repository.ts';

type MonitorAct = Extract<SideAct, { act: 'monitor' }>;

type Draft = { kind: 'note'; text: string; mentions: { uId: string; name: string }[]; key: string } | { kind: 'act'; act: SideAct };

type ClockAct = Extract<SideAct, { act: 'clock' }>;

/** Writes what a clock that was due has done: a line of nobody's. */
export const writeClockLine = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, act: ClockAct): Promise<SideRow> =>
  write(ctx, tx, chat, { kind: 'clock', authorId: null, authorName: '', text: '', mentions: [], sideKey: '', detail: act });

type RuleAct = Extract<SideAct, { act: 'rule' }>;

/** Writes what a rule that fired has done, and which values it has compared: a line of nobody's. @param note '': the rule notes nothing */
export const writeRuleLine = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, act: RuleAct, note: string): Promise<SideRow> =>
  write(ctx, tx, chat, { kind: 'rule', authorId: null, authorName: '', text: note, mentions: [], sideKey: '', detail: act });

type AssistAct = Extract<SideAct, { act: 'assist' }>;

/** Writes which draft a reply of an agent's began with. */
export const writeAssistLine = (
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  agent: { id: string; name: string },
  act: AssistAct,
): Promise<SideRow> =>
  write(ctx, tx, chat, {
    kind: 'act',
    authorId: agent.id,
    authorName: agent.name,
    text: '',
    mentions: [],
    sideKey: '',
    detail: { assist: act },
  });

type ToolAct = Extract<SideAct, { act: 'tool' }>;

/** Writes a call of a bot's tool, proposed or over: a line of nobody's. */
export const writeToolLine = (ctx: EnterpriseContext, tx: Tx, chat: LockedChat, act: ToolAct): Promise<SideRow> =>
  write(ctx, tx, chat, { kind: 'act', authorId: null, authorName: '', text: '', mentions: [], sideKey: '', detail: { tool: act } });

/** Writes a line of the actor into the second record of a locked chat, and tells those who see the chat. */
export function writeSide(ctx: Ctx, tx: Tx, chat: LockedChat, draft: Draft): Promise<SideRow> {
  const author = authorOf(ctx.actor);
  return write(ctx, tx, chat, {
    kind: draft.kind,
    authorId: author.id,
    authorName: author.name,
    text: draft.kind === 'note' ? draft.text : '',
    mentions: draft.kind === 'note' ? draft.mentions : [],
    sideKey: draft.kind === 'note' ? draft.key : '',
    detail: draft.kind === 'act' ? draft.act : {},
  });
}

const ofActor = ({ actor }: Ctx): Pick<SideRow, 'kind' | 'authorId' | 'authorName'> => {
  const { id, name } = authorOf(actor);
  return { kind: 'act', authorId: id, authorName: name };
};

/** Writes what a supervisor has done on the monitor. */
export const writeMonitorLine = (ctx: Ctx, tx: Tx, chat: LockedChat, act: MonitorAct): Promise<SideRow> =>
  write(ctx, tx, chat, { ...ofActor(ctx), text: '', mentions: [], sideKey: '', detail: { monitor: act } });

/** Writes a line that one agent alone reads. */
export const writeWhisper = (
  ctx: Ctx,
  tx: Tx,
  chat: LockedChat,
  { text, key, to }: { text: string; key: string; to: { uId: string; name: string } },
): Promise<SideRow> =>
  write(ctx, tx, chat, { ...ofActor(ctx), text: '', mentions: [], sideKey: key, detail: { whisper: { ...to, text } } });

type Line = Omit<SideRow, 'enterpriseId' | 'chatId' | 'sideNo' | 'at'>;

async function write(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, line: Line): Promise<SideRow> {
  chat.lastSide += 1;
  const row: SideRow = { enterpriseId: ctx.enterpriseId, chatId: chat.chatId, sideNo: chat.lastSide, at: ctx.now(), ...line };
  await insertSide(tx, row);
  const side = presentSide(row);
  const { chatId, agentIds } = chat;
  if (side.to) await ctx.events.record(tx, whispered, { chatId, side, to: side.to.uId });
  else await ctx.events.record(tx, sideWritten, { chatId, agentIds, isWaiting: chat.handledBy === 'queue', side });
  return row;
}
