import { type AuditDetail, type AuditEntry, endpoints } from '@parley/contract';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { audit } = endpoints;

/** The audit trail as its readers see it. */
export function createTrail({ as }: Pick<TestApp, 'as'>) {
  /** The newest first. */
  const list = async (user: TestUser, query: string): Promise<AuditEntry[]> =>
    (await as(user).get(`${audit.list.path}?${query}`)).json().data.entries;
  /** Entries in a word each: who, action and name. */
  const brief = async (user: TestUser, query: string) =>
    (await list(user, query)).map(({ actorName, action, recordName }) => [actorName, action, recordName]);
  const read = async (user: TestUser, entryId: string): Promise<AuditDetail> =>
    (await as(user).get(audit.get.path.replace(':entryId', entryId))).json().data;
  /** The newest entry of them. */
  const latest = async (user: TestUser, query: string): Promise<AuditDetail> => {
    const [entry] = await list(user, query);
    if (!entry) throw new Error(`No entry of ${query}`);
    return read(user, entry.id);
  };
  /** Fields with their value before and after. */
  const changesOf = ({ changes }: AuditDetail) => changes.map(({ field, before, after }) => [field, before, after]);
  const putBack = async (user: TestUser, entryId: string, fields: string[]) =>
    (await as(user).post(audit.putBack.path.replace(':entryId', entryId), { fields })).json();
  return { list, brief, read, latest, changesOf, putBack };
}
