import { chatActionTypes, type RuleEvent } from '@parley/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatRuleTable } from '#platform/db/schema.chat.ts';
import type { RuleIds } from './rule.rules.ts';

export type RuleRow = Selectable<ChatRuleTable>;

/** Rules of an enterprise are changed one after the other: their order is one row of places, and their number has a limit. */
export async function lockRules(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat_rules ${enterpriseId}`}, 0))`.execute(tx);
}

const rules = (tx: Read, enterpriseId: string) => tx.selectFrom('chatRules').selectAll().where('enterpriseId', '=', enterpriseId);

/** All of the enterprise in their order. */
export const listRules = (tx: Read, enterpriseId: string): Promise<RuleRow[]> =>
  rules(tx, enterpriseId).orderBy('place').orderBy('ruleId').execute();

/** Those of these events that are switched on, in their order. */
export const listFiring = (tx: Read, enterpriseId: string, events: readonly RuleEvent[]): Promise<RuleRow[]> =>
  rules(tx, enterpriseId)
    .where('isOn', '=', true)
    .where('event', 'in', [...events])
    .orderBy('place')
    .orderBy('ruleId')
    .execute();

export const findRule = (tx: Read, enterpriseId: string, ruleId: string): Promise<RuleRow | undefined> =>
  rules(tx, enterpriseId).where('ruleId', '=', ruleId).executeTakeFirst();

type NewRule = Omit<RuleRow, 'version' | 'createdAt' | 'groups' | 'acts'> & { groups: string; acts: string };

export async function insertRule(tx: Tx, row: NewRule): Promise<void> {
  await tx.insertInto('chatRules').values(row).execute();
}

export async function updateRule(tx: Tx, enterpriseId: string, ruleId: string, change: Updateable<ChatRuleTable>): Promise<void> {
  await tx.updateTable('chatRules').set(change).where('enterpriseId', '=', enterpriseId).where('ruleId', '=', ruleId).execute();
}

export async function deleteRule(tx: Tx, enterpriseId: string, ruleId: string): Promise<void> {
  await tx.deleteFrom('chatRules').where('enterpriseId', '=', enterpriseId).where('ruleId', '=', ruleId).execute();
}

type Named = { id: string; name: string };

/** Names of those of these records that there are; of deleted departments none. */
export async function listNames(tx: Read, enterpriseId: string, { labels, departments, channels, groups }: RuleIds): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select label_id as id, name from chat_labels where enterprise_id = ${enterpriseId} and label_id = any(${labels}::uuid[])
    union all select department_id, name from departments
      where enterprise_id = ${enterpriseId} and department_id = any(${departments}::uuid[]) and deleted_at is null
    union all select channel_id, name from channels where enterprise_id = ${enterpriseId} and channel_id = any(${channels}::uuid[])
    union all select set_id, name from customer_sets
      where enterprise_id = ${enterpriseId} and kind = 'group' and set_id = any(${groups}::uuid[])`.execute(tx);
  return rows;
}

const mostChoices = 200;
const mostGroups = 50;

/** Channels, active labels, and the groups whose name has these words, each by name. */
export async function listChoices(
  tx: Read,
  enterpriseId: string,
  containing: string,
): Promise<{ channels: Named[]; groups: Named[]; labels: Named[] }> {
  const [channels, groups, labels] = await Promise.all([
    tx
      .selectFrom('channels')
      .select(['channelId as id', 'name'])
      .where('enterpriseId', '=', enterpriseId)
      .orderBy(sql`lower(name)`)
      .limit(mostChoices)
      .execute(),
    tx
      .selectFrom('customerSets')
      .select(['setId as id', 'name'])
      .where('enterpriseId', '=', enterpriseId)
      .where('kind', '=', 'group')
      .where('name', 'ilike', containing)
      .orderBy(sql`lower(name)`)
      .limit(mostGroups)
      .execute(),
    tx
      .selectFrom('chatLabels')
      .select(['labelId as id', 'name'])
      .where('enterpriseId', '=', enterpriseId)
      .where('isActive', '=', true)
      .orderBy(sql`lower(name)`)
      .limit(mostChoices)
      .execute(),
  ]);
  return { channels, groups, labels };
}

type ComparedChat = { enterpriseId: string; chatId: string; customerId: string; channelId: string; deptId: string | null };
export type FactsRow = {
  customerName: string;
  language: string | null;
  visitLanguage: string | null;
  isOffered: boolean;
  labelIds: string[];
  groupIds: string[];
  labels: { id: string; name: string; isActive: boolean; deptId: string | null }[];
  departments: Named[];
  channels: Named[];
  groups: Named[];
};

/** All that rules compare and that the chat's own row does not say, in one statement. Of the customer's groups those alone that rules name. */
export async function findRuleFacts(
  tx: Read,
  { enterpriseId, chatId, customerId, channelId, deptId }: ComparedChat,
  { labels, departments, channels, groups }: RuleIds,
): Promise<FactsRow> {
  const { rows } = await sql<FactsRow>`
    select k.name as customer_name, k.profile->>'language' as language, c.visit->>'language' as visit_language,
      exists (select from chat_offers o where o.enterprise_id = c.enterprise_id and o.chat_id = c.chat_id and o.state = 'waiting'
        and o.kind <> 'invite') as is_offered,
      array(select m.label_id from chat_label_marks m where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id order by m.at, m.label_id)
        as label_ids,
      array(select m.set_id from customer_set_members m where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id
        and m.set_id = any(${groups}::uuid[]) order by m.set_id) as group_ids,
      coalesce((select jsonb_agg(jsonb_build_object('id', x.label_id, 'name', x.name, 'isActive', x.is_active, 'deptId', x.dept_id))
        from chat_labels x where x.enterprise_id = c.enterprise_id and (x.label_id = any(${labels}::uuid[]) or x.label_id in (
          select m.label_id from chat_label_marks m where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id))), '[]') as labels,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.department_id, 'name', d.name)) from departments d
        where d.enterprise_id = c.enterprise_id and d.deleted_at is null
          and d.department_id = any(${[...departments, ...(deptId === null ? [] : [deptId])]}::uuid[])), '[]') as departments,
      coalesce((select jsonb_agg(jsonb_build_object('id', h.channel_id, 'name', h.name)) from channels h
        where h.enterprise_id = c.enterprise_id and h.channel_id = any(${[...channels, channelId]}::uuid[])), '[]') as channels,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.set_id, 'name', s.name)) from customer_sets s
        where s.enterprise_id = c.enterprise_id and s.set_id = any(${groups}::uuid[])), '[]') as groups
    from chats c join customers k on k.enterprise_id = c.enterprise_id and k.customer_id = ${customerId}
    where c.enterprise_id = ${enterpriseId} and c.chat_id = ${chatId}`.execute(tx);
  return rows[0] as FactsRow;
}

/** A chat by the number that people say. */
export const findNumberedChat = (tx: Read, enterpriseId: string, chatNo: number) =>
  tx.selectFrom('chats').selectAll().where('enterpriseId', '=', enterpriseId).where('chatNo', '=', chatNo).executeTakeFirst();

const mostTexts = 200;

/** The customer's newest messages of a chat, oldest first. */
export async function listWritten(tx: Read, enterpriseId: string, chatId: string): Promise<{ number: number; message: string }[]> {
  const rows = await tx
    .selectFrom('chatActions')
    .select(['number', 'message'])
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('actionType', '=', chatActionTypes.customerReply)
    .orderBy('number', 'desc')
    .limit(mostTexts)
    .execute();
  return rows.reverse();
}
