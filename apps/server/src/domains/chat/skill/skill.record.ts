import { defineRecord } from '#platform/audit/record.ts';
import { findSkill, listAgentsOf, listNeeds } from './skill.repository.ts';

/** Ids of users and departments: they are renamed, and named by their own entries. */
export const skillRecord = defineRecord({
  kind: 'skill',
  module: 'chat',
  tables: ['skills', 'agentSkills', 'skillNeeds'],
  fields: { name: 'plain', agentLevels: 'long', needs: 'long' },
  async read(tx, enterpriseId, id) {
    const row = await findSkill(tx, enterpriseId, id);
    if (!row) return undefined;
    const [agents, needs] = [await listAgentsOf(tx, enterpriseId, id), await listNeeds(tx, enterpriseId, id)];
    return {
      name: row.name,
      agentLevels: agents.map(({ userId, level }) => `${userId} ${level}`).join('\n'),
      needs: needs.map(({ deptId, level, seconds }) => `${deptId ?? '*'} ${level} ${seconds}`).join('\n'),
    };
  },
  nameOf: ({ name }) => String(name),
});
