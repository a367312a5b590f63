import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { type OptOut, type Person, type PersonalData, type PersonalTraces, personalRows, stepOf } from '../../../personal-data.ts';

const entries = ({ enterpriseId, addresses }: Person) => sql`b.enterprise_id = ${enterpriseId} and b.address = any(${addresses}::text[])`;

/** Blocks and opt-outs, lifted ones too. */
export const blacklistOfPerson: PersonalData = personalRows({
  kind: 'blacklist',
  tables: ['blacklist'],
  rows: (person) => sql`
    select b.entry_id::text as key, b.address, b.kind, b.reason, b.source, b.created_at, b.removed_at, b.removed_reason
    from blacklist b where ${entries(person)}`,
  erase: async (_ctx, tx, person, { limit }) => stepOf(await sql`delete from blacklist b where ${entries(person)}`.execute(tx), limit),
});

export const blacklistWishes: PersonalTraces = {
  async optOuts(tx: Read, person: Person) {
    const { rows } = await sql<OptOut>`select b.address, b.kind, b.channel_id, '' as consent_channel
      from blacklist b where ${entries(person)} and b.removed_at is null`.execute(tx);
    return rows;
  },
};
