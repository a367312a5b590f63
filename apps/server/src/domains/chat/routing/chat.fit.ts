import { createHash } from 'node:crypto';
import { type ChatConfig, channelTypes } from '@parley/contract';
import { fitTextOf, type Waiting } from '@parley/routing';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listTakingOver } from '../desk/desk.repository.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { messageLanguage, weightKeyOf } from '../settings/settings.rules.ts';
import { askForRouting, findFitFacts, findSkillIds, writeFit } from './chat.fit.repository.ts';
import { wakeRouting } from './routing.wake.ts';

/**
 * Demands of a waiting chat on its agent, kept with it.
 * @property from when the times begin: its first wait, or the opening that it waits for
 * @property agentId who had the customer's last chat
 * @property passed agents who declined or missed it, and until when it passes them by
 * @property step what holds now; a clock changes it, so that a decision needs no time
 */
export type ChatRouting = {
  isInTurn: boolean;
  from: string;
  language: string | null;
  languageUntil: string | null;
  /** Not of chats that began to wait before there were skills */
  skills?: { id: string; name: string; level: number; until: string | null }[];
  agentId: string | null;
  agentUntil: string | null;
  passed: Record<string, string>;
  step: { language: string | null; skills?: { id: string; level: number }[]; requiredId: string | null; passedBy: string[] };
};

/** Returns what a chat of a channel counts on a desk, in hundredths. */
function weightOf(type: number, config: ChatConfig): number {
  const key = weightKeyOf(type);
  return key === undefined ? 100 : Number(config[key]);
}

export const isRouted = ({ routingMode }: Pick<ChatConfig, 'routingMode'>): boolean => routingMode !== 'byHand';

const after = (now: Date, seconds: number): string | null => (seconds > 0 ? new Date(now.getTime() + seconds * 1000).toISOString() : null);
const isAhead = (until: string | null | undefined, now: Date): boolean => !!until && new Date(until) > now;

/** Finds out what the chat asks for from now on, when it begins to wait or its department begins to give chats out. */
async function beginFit(tx: Tx, chat: LockedChat, config: ChatConfig, from: Date): Promise<Omit<ChatRouting, 'step'>> {
  const { language, agentId, skills } = await findFitFacts(tx, chat, config.sameAgentDays);
  return {
    isInTurn: config.routingMode === 'roundRobin',
    from: from.toISOString(),
    language: language || chat.visit.language ? messageLanguage(language, chat.visit.language) : null,
    languageUntil: after(from, config.languageSeconds),
    skills: skills.map(({ seconds, ...need }) => ({ ...need, until: after(from, seconds) })),
    agentId,
    agentUntil: agentId === null ? null : after(from, config.sameAgentSeconds),
    passed: {},
  };
}

/** Returns what holds now of all that the chat asks for. */
export const stepOf = (
  { language, languageUntil, skills = [], agentId, agentUntil, passed }: Omit<ChatRouting, 'step'>,
  now: Date,
): ChatRouting['step'] => ({
  language: isAhead(languageUntil, now) ? language : null,
  skills: skills.filter(({ until }) => isAhead(until, now)).map(({ id, level }) => ({ id, level })),
  requiredId: isAhead(agentUntil, now) ? agentId : null,
  passedBy: Object.keys(passed).filter((userId) => isAhead(passed[userId], now)),
});

export type RoutedRow = Pick<LockedChat, 'chatId' | 'deptId' | 'offeredTo' | 'priority' | 'rankAt' | 'weight' | 'routing'>;

/** The chat as the decision sees it. @param isClosed its department gives out no chats now */
export function toWaiting(row: RoutedRow, isClosed: boolean): Waiting {
  const routing = row.routing as ChatRouting;
  return {
    chatId: row.chatId,
    departmentId: row.deptId,
    offeredTo: row.offeredTo,
    isClosed,
    ...routing.step,
    skills: routing.step.skills ?? [],
    preferredId: routing.agentId,
    priority: row.priority,
    rankAt: row.rankAt?.getTime() ?? 0,
    weight: row.weight,
    isInTurn: routing.isInTurn,
  };
}

const keyOf = (row: RoutedRow): string =>
  createHash('sha256')
    .update(fitTextOf(toWaiting(row, false)))
    .digest('base64url')
    .slice(0, 16);

type FitChange = {
  /** The chat begins to wait */
  isNew?: boolean;
  /** The department is closed until then: null: it is open, or does not open */
  opensAt?: Date | null;
  /** An agent whom the chat passes by for a while */
  passedBy?: string | null | undefined;
};

/**
 * Notes whose agents see a waiting chat, and what it asks of the one who gets it: its department's, while nobody of that is there those of its
 * fallback too, and further ones the longer it waits. The chat's clock `relax` is written with it by its recording.
 */
export async function fitChat(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  config: ChatConfig,
  { isNew = false, opensAt = null, passedBy }: FitChange = {},
): Promise<void> {
  const now = ctx.now();
  const former = JSON.stringify(written(chat));
  // It changes no more once an agent has had the chat: what was counted on a desk is what is taken off it.
  if (isNew && chat.pickedUpAt === null) chat.weight = weightOf(chat.line?.type ?? channelTypes.WEB, config);
  const formerKey = chat.fitKey;
  if (isRouted(config)) {
    if (isNew || chat.rankAt === null) rank(chat, now);
    const known = chat.routing as Partial<ChatRouting>;
    const begun = isNew || known.passed === undefined ? await beginFit(tx, chat, config, opensAt ?? now) : await withoutGone(tx, chat);
    const facts = { ...begun, isInTurn: config.routingMode === 'roundRobin' };
    await step(tx, chat, config, passedBy ? pass(facts, passedBy, now) : facts, now);
  } else {
    if (chat.deptId !== null) chat.offeredTo = await listTakingOver(tx, chat.enterpriseId, chat.deptId);
    chat.routing = {};
    chat.fitKey = '';
  }
  if (JSON.stringify(written(chat)) !== former) await writeFit(tx, chat);
  if (chat.fitKey !== '' && (isNew || chat.fitKey !== formerKey)) {
    await askForRouting(tx, chat.enterpriseId);
    afterCommit(tx, () => wakeRouting(ctx));
  }
}

/** Demands of the chat as they are, without skills that have been deleted: no agent has them any more. */
async function withoutGone(tx: Tx, chat: LockedChat): Promise<ChatRouting> {
  const routing = chat.routing as ChatRouting;
  const { skills = [] } = routing;
  if (skills.length === 0) return routing;
  const known = await findSkillIds(
    tx,
    chat.enterpriseId,
    skills.map(({ id }) => id),
  );
  return { ...routing, skills: skills.filter(({ id }) => known.has(id)) };
}

const passedByMs = 30_000;

/** The chat is offered to others first: it neither waits for the agent who has not taken or answered it, nor prefers them. */
function pass(facts: Omit<ChatRouting, 'step'>, userId: string, now: Date): Omit<ChatRouting, 'step'> {
  const passed = { ...facts.passed, [userId]: new Date(now.getTime() + passedByMs).toISOString() };
  return facts.agentId === userId ? { ...facts, passed, agentId: null, agentUntil: null } : { ...facts, passed };
}

const written = ({ offeredTo, weight, rankAt, routing, fitKey }: LockedChat) => [offeredTo, weight, rankAt, routing, fitKey];

/** Finds what holds now of all that the chat asks for, and when that changes by the time alone. */
async function step(tx: Tx, chat: LockedChat, config: ChatConfig, facts: Omit<ChatRouting, 'step'>, now: Date): Promise<void> {
  const [nowMs, fromMs] = [now.getTime(), Date.parse(facts.from)];
  const overflowMs = config.overflowSeconds * 1000;
  const waitedMs = Math.max(0, nowMs - fromMs);
  const further = overflowMs > 0 ? Math.floor(waitedMs / overflowMs) : 0;
  if (chat.deptId !== null) chat.offeredTo = await listTakingOver(tx, chat.enterpriseId, chat.deptId, further);
  const routing: ChatRouting = { ...facts, step: stepOf(facts, now) };
  chat.routing = routing;
  chat.fitKey = keyOf(chat);
  const nextOverflow =
    overflowMs > 0 && chat.offeredTo.length > further ? [Math.max(nowMs, fromMs) + overflowMs - (waitedMs % overflowMs)] : [];
  const skillUntils = (facts.skills ?? []).map(({ until }) => until);
  const untils = [facts.from, facts.languageUntil, ...skillUntils, facts.agentUntil, ...Object.values(facts.passed)].filter((until) =>
    isAhead(until, now),
  );
  const next = Math.min(...untils.map((until) => Date.parse(until as string)), ...nextOverflow);
  chat.clocks.set('relax', Number.isFinite(next) ? { startedAt: now, dueAt: new Date(next) } : null);
}

/**
 * A chat is ranked by when its customer began to wait: giving it back or over keeps that. One that agents have answered is ranked by its first
 * unanswered message.
 */
function rank(chat: LockedChat, now: Date): void {
  chat.rankAt = chat.firstReplyAt ? (chat.waitingSince ?? now) : (chat.rankAt ?? chat.queuedAt ?? now);
}
