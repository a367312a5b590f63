import { type AuditDetail, type AuditEntry, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { audit } = endpoints;
type Named = { id: string };
type Changed = Pick<AuditDetail, 'changes'>;

/** The fields of an entry: `{ name: ['before', 'after'] }`. */
export const changed = ({ changes }: Changed): Record<string, [unknown, unknown]> =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));

/** The same in the order of the entry: `[['name', 'before', 'after']]`. */
export const listChanges = ({ changes }: Changed) => changes.map(({ field, before, after }) => [field, before, after]);

/** The audit trail as its readers see it. */
export function createTrail({ as, contextOf }: Pick<TestApp, 'as' | 'contextOf'>) {
  /** The newest first. @param query `kind=channel&action=edit` */
  const list = async (user: TestUser, query: string): Promise<AuditEntry[]> =>
    (await as(user).get(`${audit.list.path}?perPage=200&${query}`)).json().data.entries;
  const detail = async (user: TestUser, entry: Named | undefined): Promise<AuditDetail> => {
    if (!entry) throw new Error('There is no such entry.');
    return (await as(user).get(audit.get.path.replace(':entryId', entry.id))).json().data;
  };
  return {
    list,
    detail,
    /** Entries in a word each: who, action and name. */
    brief: async (user: TestUser, query: string) =>
      (await list(user, query)).map(({ actorName, action, recordName }) => [actorName, action, recordName]),
    newest: async (user: TestUser, query: string) => detail(user, (await list(user, query))[0]),
    details: async (user: TestUser, query: string) => Promise.all((await list(user, query)).map((entry) => detail(user, entry))),
    putBack: async (user: TestUser, entry: Named, fields: readonly string[]) =>
      (await as(user).post(audit.putBack.path.replace(':entryId', entry.id), { fields })).json(),
    /** All that the database keeps of the enterprise's entries, of which there are some: nothing is found in nothing. */
    async keptText(user: TestUser): Promise<string> {
      const { rows } = await contextOf(user).read((tx) =>
        sql<{ text: string }>`select coalesce(string_agg(e::text || coalesce(d.details, ''), ' '), '') as text
          from audit_entries e left join audit_details d using (enterprise_id, entry_id)
          where e.enterprise_id = ${user.enterpriseId}`.execute(tx),
      );
      if (!rows[0]?.text) throw new Error('The enterprise has no entries.');
      return rows[0].text;
    },
  };
}
