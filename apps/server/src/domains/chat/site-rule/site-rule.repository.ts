import { chatStates, type SiteShowStep } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { SiteRuleShowTable, SiteRuleTable } from '#platform/db/schema.chat.ts';

export type SiteRuleRow = Selectable<SiteRuleTable>;
export type RuleCounts = { shown: number; opened: number; answered: number };

export const listRules = (tx: Read, enterpriseId: string, channelId: string): Promise<SiteRuleRow[]> =>
  tx
    .selectFrom('siteRules')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .orderBy('place')
    .execute();

export const findRule = (tx: Read, enterpriseId: string, ruleId: string, { lock = false } = {}): Promise<SiteRuleRow | undefined> =>
  tx
    .selectFrom('siteRules')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('ruleId', '=', ruleId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** The rules of a channel are numbered and weighed by one at a time. */
export async function lockRules(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site rules ${enterpriseId} ${channelId}`}, 0))`.execute(tx);
}

export async function insertRule(tx: Tx, row: Insertable<SiteRuleTable>): Promise<void> {
  await tx.insertInto('siteRules').values(row).execute();
}

export async function updateRule(tx: Tx, enterpriseId: string, ruleId: string, change: Updateable<SiteRuleTable>): Promise<void> {
  await tx.updateTable('siteRules').set(change).where('enterpriseId', '=', enterpriseId).where('ruleId', '=', ruleId).execute();
}

export async function deleteRule(tx: Tx, enterpriseId: string, ruleId: string): Promise<void> {
  await tx.deleteFrom('siteRules').where('enterpriseId', '=', enterpriseId).where('ruleId', '=', ruleId).execute();
}

/** Counts are counts of the rows that are listed. */
export async function countShows(tx: Read, enterpriseId: string, ruleIds: readonly string[]): Promise<Map<string, RuleCounts>> {
  if (ruleIds.length === 0) return new Map();
  const { rows } = await sql<RuleCounts & { ruleId: string }>`
    select s.rule_id, count(*)::integer as shown, count(s.opened_at)::integer as opened, count(s.answered_at)::integer as answered
    from site_rule_shows s where s.enterprise_id = ${enterpriseId} and s.rule_id = any(${[...ruleIds]}::uuid[]) group by s.rule_id`.execute(
    tx,
  );
  return new Map(rows.map(({ ruleId, ...counts }) => [ruleId, counts]));
}

const columnOf = { shown: undefined, opened: 'openedAt', answered: 'answeredAt' } as const;

export const listShows = (tx: Read, enterpriseId: string, ruleId: string, step: SiteShowStep, page: { from: number; limit: number }) => {
  const column = columnOf[step];
  return tx
    .selectFrom('siteRuleShows as s')
    .leftJoin('customers as c', (join) => join.onRef('c.enterpriseId', '=', 's.enterpriseId').onRef('c.customerId', '=', 's.customerId'))
    .select(['s.showId', 's.at', 'c.name', 's.pageUrl', 's.openedAt', 's.answeredAt', 's.chatId'])
    .where('s.enterpriseId', '=', enterpriseId)
    .where('s.ruleId', '=', ruleId)
    .$if(column !== undefined, (query) => query.where(`s.${column ?? 'openedAt'}`, 'is not', null))
    .orderBy('s.showId', 'desc')
    .$call(pageOf(page))
    .execute();
};

export type Met = { channelId: string; address: string; customerId: string | null };

/** Two pages of one visitor ask one after the other; somebody who is known is one on all of their devices, and on all websites. */
export async function lockVisitor(tx: Tx, enterpriseId: string, { channelId, address, customerId }: Met): Promise<void> {
  const who = customerId ?? `${channelId} ${address}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site visitor ${enterpriseId} ${who}`}, 0))`.execute(tx);
}

/** @property lastOfRule when the rule last spoke to them */
export type Spoken = { inHour: number; inDay: number; lastOfRule: Date | null };

/** Counts how often rules have spoken to a visitor; somebody who is known is one on all of their devices. */
export async function countSpoken(
  tx: Read,
  enterpriseId: string,
  { channelId, address, customerId }: Met,
  ruleId: string,
  now: Date,
): Promise<Spoken> {
  const { rows } = await sql<Spoken>`
    with theirs as (
      select s.show_id, s.rule_id, s.at from site_rule_shows s
      where s.enterprise_id = ${enterpriseId} and s.channel_id = ${channelId} and s.address = ${address}
      union select s.show_id, s.rule_id, s.at from site_rule_shows s
      where s.enterprise_id = ${enterpriseId} and s.customer_id = ${customerId}::uuid)
    select count(*) filter (where at > ${now}::timestamptz - interval '1 hour')::integer as in_hour,
      count(*) filter (where at > ${now}::timestamptz - interval '1 day')::integer as in_day,
      max(at) filter (where rule_id = ${ruleId}) as last_of_rule
    from theirs`.execute(tx);
  return rows[0] ?? { inHour: 0, inDay: 0, lastOfRule: null };
}

export async function insertShow(tx: Tx, show: Insertable<SiteRuleShowTable>): Promise<void> {
  await tx.insertInto('siteRuleShows').values(show).execute();
}

type Step = { channelId: string; address: string; showId: string; since: Date };

/** The greeting that a visitor was shown, of their own and not too long ago. */
export const findShown = (tx: Read, enterpriseId: string, { channelId, address, showId, since }: Step) =>
  tx
    .selectFrom('siteRuleShows as s')
    .select(['s.greeting', 's.answeredAt'])
    .where('s.enterpriseId', '=', enterpriseId)
    .where('s.channelId', '=', channelId)
    .where('s.address', '=', address)
    .where('s.showId', '=', showId)
    .where('s.at', '>', since)
    .executeTakeFirst();

/** Each step counts once, the first time. */
export async function noteStep(
  tx: Tx,
  enterpriseId: string,
  { channelId, address, showId, since }: Step,
  step: { now: Date; chatId?: string },
) {
  const { now, chatId } = step;
  await tx
    .updateTable('siteRuleShows')
    .set((eb) => ({
      openedAt: eb.fn.coalesce('openedAt', eb.val(now)),
      ...(chatId ? { answeredAt: now, chatId } : {}),
    }))
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('address', '=', address)
    .where('showId', '=', showId)
    .where('at', '>', since)
    .where('answeredAt', 'is', null)
    .execute();
}

/** True while the visitor talks with somebody: then nobody speaks first. */
export async function hasOpenChat(tx: Read, enterpriseId: string, channelId: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('customerId', '=', customerId)
    .where('state', 'not in', [chatStates.closed, chatStates.missed])
    .executeTakeFirst();
  return row !== undefined;
}

/** Number and e-mail address of a customer, by which contact pressure and refusals are counted. */
export async function findReach(tx: Read, enterpriseId: string, customerId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('customers')
    .select(['number', 'email'])
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row ? [row.number, row.email.toLowerCase()].filter((address) => address !== '') : [];
}
