import type { AssistCount, AssistKind, AssistOutcome, AssistReply } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { IntegrationUse } from '../../integration/door.ts';

/** @property departments ids, '' for none; 'all': of the whole enterprise */
export type UsesIn = { enterpriseId: string; departments: readonly string[] | 'all'; from: string; to: string };
export type UseRow = Omit<AssistReply, 'at' | 'id' | 'chatNumber'> & { at: Date; sideNo: number; chatNo: number | null };
export type UsePlace = { at: string; chatId: string; sideNo: number };
export type UsesOf = {
  kind: AssistKind;
  sourceId: string;
  outcome: AssistOutcome | undefined;
  before: UsePlace | undefined;
  limit: number;
};

const mostCounted = 500;

/** Lines of replies that began with a draft. */
const usesIn = ({ enterpriseId, departments, from, to }: UsesIn): RawBuilder<unknown> =>
  sql`s.enterprise_id = ${enterpriseId} and s.detail ? 'assist' and s.at >= ${from} and s.at < ${to}
    ${departments === 'all' ? sql`` : sql`and s.detail -> 'assist' ->> 'deptId' = any(${[...departments]}::text[])`}`;

/** Sums of these lines, by source and department. */
export async function sumUses(tx: Read, uses: UsesIn): Promise<AssistCount[]> {
  const { rows } = await sql<AssistCount>`select u.*, coalesce(d.name, '') as department from (
      select s.detail -> 'assist' ->> 'kind' as kind, s.detail -> 'assist' ->> 'sourceId' as source_id, (array_agg(s.detail -> 'assist' ->> 'name' order by s.at desc))[1] as name,
        s.detail -> 'assist' ->> 'deptId' as dept_id,
        count(*) filter (where s.detail -> 'assist' ->> 'outcome' = 'unchanged')::integer as unchanged,
        count(*) filter (where s.detail -> 'assist' ->> 'outcome' = 'edited')::integer as edited
      from chat_sides s where ${usesIn(uses)} group by 1, 2, 4) u
    left join departments d on d.enterprise_id = ${uses.enterpriseId} and d.department_id::text = u.dept_id
    order by u.unchanged + u.edited desc, u.name, u.source_id limit ${mostCounted}`.execute(tx);
  return rows;
}

/** The lines of one source, newest first. */
export async function listUseRows(tx: Read, uses: UsesIn, { kind, sourceId, outcome, before, limit }: UsesOf): Promise<UseRow[]> {
  const { rows } =
    await sql<UseRow>`select s.chat_id, s.side_no, s.at, s.author_name as agent_name, s.detail -> 'assist' ->> 'outcome' as outcome,
      (s.detail -> 'assist' ->> 'number')::integer as number, c.chat_no
    from chat_sides s join chats c on c.enterprise_id = s.enterprise_id and c.chat_id = s.chat_id
    where ${usesIn(uses)} and s.detail -> 'assist' ->> 'kind' = ${kind} and s.detail -> 'assist' ->> 'sourceId' = ${sourceId}
      ${outcome ? sql`and s.detail -> 'assist' ->> 'outcome' = ${outcome}` : sql``}
      ${before ? sql`and (s.at, s.chat_id, s.side_no) < (${before.at}, ${before.chatId}, ${before.sideNo})` : sql``}
    order by s.at desc, s.chat_id desc, s.side_no desc limit ${limit}`.execute(tx);
  return rows;
}

/** Scopes of settings whose agents are helped by one of these language models. */
export async function listAssistUses(tx: Read, enterpriseId: string, integrationIds: readonly string[]): Promise<IntegrationUse[]> {
  const { rows } =
    await sql<IntegrationUse>`select s.own ->> 'assistConfigId' as integration_id, coalesce(s.dept_id, s.enterprise_id) as id,
      coalesce(d.name, e.name) as name
    from (select distinct on (dept_id) * from chat_settings where enterprise_id = ${enterpriseId} order by dept_id, settings_no desc) s
      join enterprises e on e.enterprise_id = s.enterprise_id
      left join departments d on d.enterprise_id = s.enterprise_id and d.department_id = s.dept_id and d.deleted_at is null
    where s.own ->> 'assistConfigId' = any(${[...integrationIds]}::text[]) and (s.dept_id is null or d.department_id is not null)
    order by name`.execute(tx);
  return rows;
}
