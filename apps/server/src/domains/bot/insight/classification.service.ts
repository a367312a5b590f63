import { type ClassificationRule, tidyName } from '@parley/contract';
import { sql } from 'kysely';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { orNameTaken } from '../bot/bot.service.ts';
import { saving } from '../bot/saving.ts';
import { readServing } from '../runtime/serving.ts';
import { understand } from '../runtime/understand.ts';
import { classRecord } from './class.record.ts';
import { classifyConversation } from './classification.rules.ts';

const mostRules = 200;
const batch = 500;
const dayMs = 24 * 3_600_000;
const sinceOf = (ctx: EnterpriseContext, days: number) => new Date(ctx.now().getTime() - days * dayMs);

const listRules = (tx: Read, enterpriseId: string, botId: string): Promise<ClassificationRule[]> =>
  tx
    .selectFrom('classificationRules')
    .select(['ruleId as id', 'name', 'priority', 'words', 'intents', 'department', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('priority')
    .orderBy('name')
    .limit(mostRules)
    .execute();

/** Rules in their order, and how many conversations of the last days each class has; those that none fits come last. */
export function getClassification(ctx: Ctx, botId: string, { days }: { days: number }) {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    const rules = await listRules(tx, enterpriseId, botId);
    const { rows } = await sql<{ ruleId: string | null; count: number }>`select rule_id, count(*) as count from bot_sessions
      where enterprise_id = ${enterpriseId} and bot_id = ${botId} and started_at >= ${sinceOf(ctx, days)} group by rule_id`.execute(tx);
    const countOf = (ruleId: string | null) => rows.find((row) => row.ruleId === ruleId)?.count ?? 0;
    return {
      rules,
      counts: [
        ...rules.map(({ id, name }) => ({ ruleId: id, name, count: countOf(id) })),
        { ruleId: null, name: '', count: countOf(null) },
      ],
    };
  });
}

type RuleContent = Omit<ClassificationRule, 'id' | 'version'>;
type RuleSave = RuleContent & { id?: string | undefined; version?: number | undefined };
const tidyList = (list: readonly string[]) => [...new Set(list.map(tidyName).filter((entry) => entry !== ''))];

/** A rule names intents of its bot. What it named before stays, though the intent has another name by now or is gone. */
async function assertIntents(
  tx: Tx,
  enterpriseId: string,
  botId: string,
  names: readonly string[],
  ruleId: string | undefined,
): Promise<void> {
  if (names.length === 0) return;
  const { rows } = await sql<{ name: string }>`
    select lower(i.name) as name from intents i where i.enterprise_id = ${enterpriseId} and i.bot_id = ${botId}
    union select lower(unnest(r.intents)) from classification_rules r
      where r.enterprise_id = ${enterpriseId} and r.bot_id = ${botId} and r.rule_id = ${ruleId || null}`.execute(tx);
  const known = new Set(rows.map(({ name }) => name));
  if (names.some((name) => !known.has(name.toLowerCase()))) throw new DomainError('intent.not_found', 'No such intent.', {});
}

const ruleNotFound = () => new DomainError('rule.not_found', 'No such rule.', {});

async function assertUnchanged(ctx: Ctx, tx: Tx, botId: string, ruleId: string, read: number | undefined): Promise<void> {
  const row = await tx
    .selectFrom('classificationRules')
    .select('version')
    .where((eb) => eb.and({ enterpriseId: ctx.enterpriseId, botId, ruleId }))
    .executeTakeFirst();
  if (!row) throw ruleNotFound();
  await assertVersion(ctx, tx, classRecord, { id: ruleId, version: row.version }, read);
}

/** @returns the version that it has afterwards */
async function writeRule(
  tx: Tx,
  key: { enterpriseId: string; ruleId: string; botId: string },
  row: RuleContent,
  isNew: boolean,
): Promise<number> {
  const rules = tx.insertInto('classificationRules').values({ ...key, ...row });
  if (isNew) return (await rules.returning('version').executeTakeFirstOrThrow()).version;
  const changed = await tx
    .updateTable('classificationRules')
    .set(row)
    .where((eb) => eb.and(key))
    .returning('version')
    .executeTakeFirst();
  if (!changed) throw ruleNotFound();
  return changed.version;
}

/** @throws DomainError rule.name_taken, rule.not_found, record.changed, intent.not_found or bot.not_found */
export function saveRule(ctx: Ctx, botId: string, save: RuleSave): Promise<ClassificationRule> {
  const { enterpriseId } = ctx;
  const row = {
    name: tidyName(save.name),
    priority: save.priority,
    words: tidyList(save.words),
    intents: tidyList(save.intents),
    department: tidyName(save.department),
  };
  const taken = () => new DomainError('rule.name_taken', `A class ${row.name} exists already.`, {});
  return orNameTaken('classification_rules_by_name', taken, () =>
    ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, botId, { lock: true });
      await assertIntents(tx, enterpriseId, botId, row.intents, save.id);
      const [id, isNew] = [save.id || newId(), !save.id];
      if (isNew && (await listRules(tx, enterpriseId, botId)).length >= mostRules)
        throw new DomainError('bot.too_large', `A bot has at most ${mostRules} rules.`, {});
      if (!isNew) await assertUnchanged(ctx, tx, botId, id, save.version);
      const version = await saving(ctx, tx, classRecord, { id, isNew }, () =>
        writeRule(tx, { enterpriseId, ruleId: id, botId }, row, isNew),
      );
      return { id, ...row, version };
    }),
  );
}

export function deleteRule(ctx: Ctx, botId: string, ruleId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    const { numDeletedRows } = await changing(ctx, tx, classRecord, ruleId, 'delete', () =>
      tx
        .deleteFrom('classificationRules')
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .where('ruleId', '=', ruleId)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw ruleNotFound();
    await tx
      .updateTable('botSessions')
      .set({ ruleId: null })
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .where('ruleId', '=', ruleId)
      .execute();
  });
}

/** Returns the class that a text would get if it were the whole conversation. */
export async function tryClassification(ctx: Ctx, botId: string, text: string) {
  const { runtime } = await readServing(ctx, botId);
  const rules = await ctx.read((tx) => listRules(tx, ctx.enterpriseId, botId));
  const prediction = runtime && understand(runtime, text, { now: ctx.now(), timeZone: 'UTC' }).prediction;
  const name = prediction?.isInScope ? runtime?.intents.get(prediction.intent)?.name : undefined;
  const found = classifyConversation(rules, { texts: [text], intents: name ? [name] : [] });
  return { rule: found?.rule ?? null, because: found?.because ?? 'No rule fits.' };
}

type TurnOfSession = { sessionId: string; text: string; intentName: string; isInScope: boolean };

/** Gives conversations the class that the rules of now find; a step of five hundred at a time. @returns how many were gone through */
export async function classifySessions(
  ctx: EnterpriseContext,
  botId: string,
  since: Date,
  sessionIds?: readonly string[],
): Promise<number> {
  const { enterpriseId } = ctx;
  let after = '00000000-0000-0000-0000-000000000000';
  let count = 0;
  for (;;) {
    const { size, last } = await ctx.transaction(async (tx) => {
      const rules = await listRules(tx, enterpriseId, botId);
      const sessions = await tx
        .selectFrom('botSessions')
        .select(['sessionId', 'ruleId'])
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .where('startedAt', '>=', since)
        .where('sessionId', '>', after)
        .$if(sessionIds !== undefined, (query) => query.where('sessionId', 'in', [...(sessionIds ?? [])]))
        .orderBy('sessionId')
        .limit(batch)
        .execute();
      if (sessions.length === 0) return { size: 0, last: after };
      const turns: TurnOfSession[] = await tx
        .selectFrom('botTurns')
        .select(['sessionId', 'text', 'intentName', 'isInScope'])
        .where('enterpriseId', '=', enterpriseId)
        .where('botId', '=', botId)
        .where('askedAt', '>=', since)
        .where(
          'sessionId',
          'in',
          sessions.map(({ sessionId }) => sessionId),
        )
        .execute();
      const bySession = Map.groupBy(turns, ({ sessionId }) => sessionId);
      for (const { sessionId, ruleId } of sessions) {
        const said = bySession.get(sessionId) ?? [];
        const intents = said.filter(({ isInScope }) => isInScope).map(({ intentName }) => intentName);
        const found = classifyConversation(rules, { texts: said.map(({ text }) => text), intents })?.rule.id ?? null;
        if (found !== ruleId)
          await tx
            .updateTable('botSessions')
            .set({ ruleId: found })
            .where('enterpriseId', '=', enterpriseId)
            .where('sessionId', '=', sessionId)
            .execute();
      }
      return { size: sessions.length, last: sessions.at(-1)?.sessionId ?? after };
    });
    after = last;
    count += size;
    if (size < batch) return count;
  }
}

export async function rerunClassification(ctx: Ctx, botId: string, { days }: { days: number }): Promise<{ classifiedCount: number }> {
  const { name } = await ctx.read((tx) => accessBot(tx, ctx.enterpriseId, botId));
  const classifiedCount = await classifySessions(ctx, botId, sinceOf(ctx, days));
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: classRecord, id: botId, name, action: 'edit', counts: { conversations: classifiedCount, days } });
    return Promise.resolve();
  });
  return { classifiedCount };
}

type ConversationFilter = { days: number; ruleId: string; from: number; perPage: number };

/** The conversations behind a count, the newest first. */
export function listClassified(ctx: Ctx, botId: string, { days, ruleId, from, perPage }: ConversationFilter) {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    const { rows } = await sql<{
      sessionId: string;
      startedAt: Date;
      turnCount: number;
      firstText: string | null;
      collected: Record<string, string> | null;
    }>`
      select s.session_id, s.started_at, s.turn_count, s.collected, (select t.text from bot_turns t
          where t.enterprise_id = s.enterprise_id and t.session_id = s.session_id and t.asked_at >= s.started_at order by t.asked_at limit 1) as first_text
      from bot_sessions s
      where s.enterprise_id = ${enterpriseId} and s.bot_id = ${botId} and s.started_at >= ${sinceOf(ctx, days)}
        and s.rule_id is not distinct from ${ruleId === '' ? null : ruleId}::uuid
      order by s.started_at desc, s.session_id desc limit ${perPage + 1} offset ${from}`.execute(tx);
    const conversations = rows.slice(0, perPage).map((row) => ({
      sessionId: row.sessionId,
      startedAt: row.startedAt.toISOString(),
      turnCount: row.turnCount,
      firstText: row.firstText ?? '',
      collected: row.collected ?? {},
    }));
    return { conversations, more: rows.length > perPage };
  });
}
