import { type AuditChange, endpoints } from '@parley/contract';
import type { TestApp } from './app.ts';
import { at } from './bots.ts';
import type { TestUser } from './factories.ts';

const { audit } = endpoints;
type Listed = { id: string; action: string; kind: string; recordName: string; actorName: string; actorKind: string };
type Detail = Listed & { changes: AuditChange[]; counts: Record<string, number>; link: string; canPutBack: string[] };

/** The fields of an entry, with what each held before and after. */
export const changed = ({ changes }: Detail) => Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));

/** The audit trail as an administrator reads it. */
export function createTrail({ as }: Pick<TestApp, 'as'>) {
  /** Entries of a kind or of one record, the newest first. */
  const list = async (reader: TestUser, query: string): Promise<Listed[]> =>
    (await as(reader).get(`${audit.list.path}?perPage=200&${query}`)).json().data.entries;
  const detail = async (reader: TestUser, entry: Listed | undefined): Promise<Detail> =>
    (await as(reader).get(at(audit.get.path, { entryId: entry?.id ?? '' }))).json().data;
  const newest = async (reader: TestUser, query: string) => detail(reader, (await list(reader, query))[0]);
  const putBack = async (user: TestUser, entry: Listed, fields: string[]) =>
    (await as(user).post(at(audit.putBack.path, { entryId: entry.id }), { fields })).json();
  return { list, detail, newest, putBack };
}
