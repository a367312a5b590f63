import { type AuditDetail, type AuditEntry, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { audit } = endpoints;

/** Reads the audit trail as its screen does. */
export function createAuditReader({ as, contextOf }: Pick<TestApp, 'as' | 'contextOf'>) {
  /** Entries with their changes, the newest first. @param query `kind=channel&action=edit` */
  async function read(user: TestUser, query: string): Promise<AuditDetail[]> {
    const { entries } = (await as(user).get(`${audit.list.path}?${query}`)).json().data as { entries: AuditEntry[] };
    return Promise.all(entries.map(async ({ id }) => (await as(user).get(audit.get.path.replace(':entryId', id))).json().data));
  }
  const putBack = async (user: TestUser, { id }: Pick<AuditDetail, 'id'>, fields: readonly string[]) =>
    (await as(user).post(audit.putBack.path.replace(':entryId', id), { fields })).json();
  /** All that the database keeps of the enterprise's entries. */
  async function keptText(user: TestUser): Promise<string> {
    const { rows } = await contextOf(user).read((tx) =>
      sql<{ text: string }>`select coalesce(string_agg(e::text || coalesce(d.details, ''), ' '), '') as text
        from audit_entries e left join audit_details d using (enterprise_id, entry_id)
        where e.enterprise_id = ${user.enterpriseId}`.execute(tx),
    );
    return rows[0]?.text ?? '';
  }
  return { read, putBack, keptText };
}

/** What an entry says of the fields: `{ name: ['before', 'after'] }`. */
export const changesOf = ({ changes }: Pick<AuditDetail, 'changes'>): Record<string, [unknown, unknown]> =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));
