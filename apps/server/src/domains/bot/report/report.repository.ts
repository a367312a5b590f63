import type { ConversationGroup } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { OtherIntent } from '#platform/db/schema.bot.ts';
import { asDay, type Facts, inDays, toSql } from '#platform/measures/facts.ts';
import type { Ask } from '#platform/measures/figures.ts';
import { scoped, weak } from './report.measures.ts';

/** The turns of chats and streams as facts. Messages of Try it are none. */
export const turnFacts: Facts = sql`(select enterprise_id, bot_id as item, is_sandbox, local_day as day, asked_at as at, turn_id, session_id, customer_id,
  intent_id, is_in_scope, text, reply, intent_name, confidence, utterance, other_intents, emotion from bot_turns where origin = 'CHAT')`;

export type TurnLine = {
  turnId: string;
  sessionId: string;
  at: Date;
  text: string;
  reply: string;
  intentId: string | null;
  intentName: string;
  isInScope: boolean;
  confidence: number;
  utterance: string;
  otherIntents: OtherIntent[];
  emotion: string;
};
/** @property scope 0 all, 1 in scope, 2 out of it. '' for an id: of any */
export type TurnFilter = Ask & { scope: number; sessionId: string; intentId: string; customerId: string };

const days = (ask: Ask): RawBuilder<boolean> => sql`${inDays(ask, asDay(ask.first), asDay(ask.last))} and f.is_sandbox = ${ask.isSandbox}`;
const scopeOf = (scope: number) => (scope === 0 ? [] : [toSql(scope === 1 ? scoped.where : weak.where)]);

type TurnMoments = { botId: string; first: string; last: string; since?: Date | undefined; until?: Date | undefined };

/** The turns of customers of some days, and within these of some moments. */
export const isAskedTurn = (enterpriseId: string, { botId, first, last, since, until }: TurnMoments): RawBuilder<boolean> =>
  sql<boolean>`${inDays({ enterpriseId, item: botId }, asDay(first), asDay(last))} and not f.is_sandbox
    ${since === undefined ? sql`` : sql`and f.at >= ${since}`} ${until === undefined ? sql`` : sql`and f.at < ${until}`}`;

/** Parts of turns. Messages without an intent are in none of them: the report has no list of them. */
export const turnKeys = { day: sql`f.day`, intent: sql`case when f.is_in_scope then f.intent_id end` };

/** A page by index: down the times from where the last page ended. Nothing is counted that is not shown. */
export async function readTurns(
  tx: Read,
  { scope, sessionId, intentId, customerId, ...ask }: TurnFilter,
  page: { after: string; from: number; limit: number },
): Promise<TurnLine[]> {
  const conditions = [
    days(ask),
    ...scopeOf(scope),
    ...(sessionId ? [sql`f.session_id = ${sessionId}`] : []),
    ...(intentId ? [sql`f.intent_id = ${intentId} and f.is_in_scope`] : []),
    ...(customerId ? [sql`f.customer_id = ${customerId}`] : []),
    ...(page.after
      ? [
          sql`(f.at, f.turn_id) < (select l.asked_at, l.turn_id from bot_turns l where l.enterprise_id = ${ask.enterpriseId}
            and l.turn_id = ${page.after} limit 1)`,
        ]
      : []),
  ];
  const { rows } = await sql<TurnLine>`select f.turn_id, f.session_id, f.at, f.text, f.reply, f.intent_id, f.intent_name, f.is_in_scope,
      f.confidence, f.utterance, f.other_intents, f.emotion
    from ${turnFacts} f where ${sql.join(conditions, sql` and `)} order by f.at desc, f.turn_id desc limit ${page.limit} offset ${page.from}`.execute(
    tx,
  );
  return rows;
}

type GroupLine = Omit<ConversationGroup, 'firstOn' | 'lastOn'> & { firstAt: Date; lastAt: Date };

/** A page of the conversations of a range, by the time of their first message in it; then what each of them has there. */
export async function readConversations(tx: Read, ask: Ask, page: { from: number; limit: number }): Promise<GroupLine[]> {
  const { rows } = await sql<GroupLine>`select p.session_id as id, '' as name, g.* from (
      select f.session_id, f.at, f.turn_id from ${turnFacts} f where ${days(ask)}
        and not exists (select from ${turnFacts} e where e.enterprise_id = f.enterprise_id and e.session_id = f.session_id and e.item = f.item
          and e.is_sandbox = f.is_sandbox and e.day >= ${ask.first}::date and (e.at, e.turn_id) < (f.at, f.turn_id))
      order by f.at desc, f.turn_id desc limit ${page.limit} offset ${page.from}) p
    cross join lateral (select min(f.at) as first_at, max(f.at) as last_at, count(*) as messages,
        count(*) filter (where ${toSql(weak.where)}) as weak_understanding, 1 as conversations
      from ${turnFacts} f where ${days(ask)} and f.session_id = p.session_id) g
    order by p.at desc, p.turn_id desc`.execute(tx);
  return rows;
}

/** People of a range with what they said; those whose first message came last are first. */
export async function readPeople(tx: Read, ask: Ask, page: { from: number; limit: number }): Promise<GroupLine[]> {
  const { rows } = await sql<GroupLine>`select p.*, coalesce(c.name, '') as name from (
      select f.customer_id as id, min(f.at) as first_at, max(f.at) as last_at, count(*) as messages,
        count(*) filter (where ${toSql(weak.where)}) as weak_understanding, count(distinct f.session_id) as conversations
      from ${turnFacts} f where ${days(ask)} and f.customer_id is not null
      group by 1 order by 2 desc, 1 limit ${page.limit} offset ${page.from}) p
    left join customers c on c.enterprise_id = ${ask.enterpriseId} and c.customer_id = p.id
    order by p.first_at desc, p.id`.execute(tx);
  return rows;
}

/** Names of intents; one that is gone keeps the name that it had in its last message of the range. */
export async function readIntentNames(tx: Read, ask: Ask, intentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (intentIds.length === 0) return new Map();
  const { rows } = await sql<{
    intentId: string;
    name: string;
  }>`select w.intent_id, coalesce(i.name, (select f.intent_name from ${turnFacts} f
      where ${days(ask)} and f.intent_id = w.intent_id order by f.at desc limit 1), '') as name
    from unnest(${[...intentIds]}::uuid[]) w (intent_id)
      left join intents i on i.enterprise_id = ${ask.enterpriseId} and i.bot_id = ${ask.item} and i.intent_id = w.intent_id`.execute(tx);
  return new Map(rows.map(({ intentId, name }) => [intentId, name]));
}

/** Reads the name by which the audit trail knows a report. */
export const readBotName = (tx: Read, enterpriseId: string, botId: string): Promise<{ name: string } | undefined> =>
  tx.selectFrom('bots').select('name').where('enterpriseId', '=', enterpriseId).where('botId', '=', botId).executeTakeFirst();

/** Names of all bots. */
export async function readBotNames(tx: Read, enterpriseId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('bots').select(['botId', 'name']).where('enterpriseId', '=', enterpriseId).execute();
  return new Map(rows.map(({ botId, name }) => [botId, name]));
}

/** Gives turns of before their day, some at a time. @returns the earliest day that was given, and whether there may be more */
export async function dateTurns(
  tx: Read,
  { enterpriseId, botId, timeZone, most }: { enterpriseId: string; botId: string; timeZone: string; most: number },
): Promise<{ first: string | null; more: boolean }> {
  const { rows } = await sql<{ first: string | null; count: number }>`with page as (
      select t.turn_id, t.asked_at from bot_turns t where t.enterprise_id = ${enterpriseId} and t.bot_id = ${botId} and t.origin = 'CHAT'
        and t.local_day is null limit ${most}),
    dated as (update bot_turns t set local_day = (t.asked_at at time zone ${timeZone})::date from page p
      where t.enterprise_id = ${enterpriseId} and t.turn_id = p.turn_id and t.asked_at = p.asked_at returning t.local_day)
    select min(local_day)::text as first, count(*) as count from dated`.execute(tx);
  const { first = null, count = 0 } = rows[0] ?? {};
  return { first, more: count >= most };
}

/** Bots with days to count, of any enterprise. */
export async function findBotsToCount(db: Read, most: number): Promise<{ enterpriseId: string; botId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; botId: string }>`select * from bots_to_count(${most})`.execute(db);
  return rows;
}
