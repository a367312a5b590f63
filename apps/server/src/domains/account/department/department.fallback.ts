import { agentStatuses, userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * The department, and those it falls back to one after the other, up to the first of which an agent is online. A department that is deleted
 * is nobody's: then everybody is asked.
 */
export async function listTakingOver(tx: Tx, enterpriseId: string, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ departmentId: string }>`
    with recursive taking (department_id, fallback_id, place) as (
      select d.department_id, d.fallback_id, 1 from departments d
        where d.enterprise_id = ${enterpriseId} and d.department_id = ${departmentId} and d.deleted_at is null
      union all
      select d.department_id, d.fallback_id, t.place + 1 from taking t
        join departments d on d.enterprise_id = ${enterpriseId} and d.department_id = t.fallback_id and d.deleted_at is null
        where not exists (select from department_members m join users u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
          where m.enterprise_id = ${enterpriseId} and m.department_id = t.department_id
            and u.state = ${sql.lit(userStates.active)} and u.handles_chats and u.agent_status = ${sql.lit(agentStatuses.online)})
    )
    select department_id from taking order by place`.execute(tx);
  return rows.map((row) => row.departmentId);
}
