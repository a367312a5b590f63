import { EncapProperties, encapStates } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { EncapTable } from '#platform/db/schema.journey.ts';

export type EncapRow = Selectable<EncapTable>;
export type ListedEncap = EncapRow & {
  name: string;
  journeyState: 'DRAFT' | 'PUBLISHED' | 'PAUSED';
  published: number;
  revision: number;
  fingerprint: string;
  publishedFingerprint: string | null;
  updatedAt: Date;
  updaterName: string | null;
};

const columns = sql`e.*, j.name, j.state as journey_state, j.version as published, j.revision, j.fingerprint, j.updated_at, u.name as updater_name,
  v.fingerprint as published_fingerprint`;
const joined = sql`encaps e join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id and j.deleted_at is null
  left join users u on u.enterprise_id = j.enterprise_id and u.user_id = j.updated_by
  left join journey_versions v on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version`;

/** Finds an encap that is not in the bin. */
export async function findEncap(tx: Read, enterpriseId: string, encapId: string, { lock = false } = {}): Promise<ListedEncap | undefined> {
  const { rows } = await sql<ListedEncap>`select ${columns} from ${joined}
    where e.enterprise_id = ${enterpriseId} and e.journey_id = ${encapId} ${lock ? sql`for update of e` : sql``}`.execute(tx);
  const [row] = rows;
  return row && { ...row, properties: { ...unsaid, ...row.properties } };
}
/** Properties that were added since an encap was saved last. */
const unsaid = EncapProperties.parse({});

export type EncapFilter = { name: string; state: number | ''; since: Date | null; until: Date | null; from: number };

const ofState = (state: number) => {
  if (state === encapStates.retired) return sql`and e.retired_at is not null`;
  const word = { [encapStates.draft]: 'DRAFT', [encapStates.published]: 'PUBLISHED', [encapStates.paused]: 'PAUSED' }[state] ?? '';
  return sql`and e.retired_at is null and j.state = ${word}`;
};

/** A page of encaps, what was changed last first. */
export async function listEncaps(
  tx: Read,
  enterpriseId: string,
  { name, state, since, until, from, limit }: EncapFilter & { limit: number },
): Promise<ListedEncap[]> {
  const { rows } = await sql<ListedEncap>`select ${columns} from ${joined}
    where e.enterprise_id = ${enterpriseId}
      ${name === '' ? sql`` : sql`and j.name ilike ${containing(name)}`}
      ${state === '' ? sql`` : ofState(state)}
      ${since ? sql`and j.updated_at >= ${since}` : sql``}
      ${until ? sql`and j.updated_at < ${until}` : sql``}
    order by j.updated_at desc, j.journey_id limit ${limit} offset ${from}`.execute(tx);
  return rows;
}

export async function insertEncap(tx: Tx, encap: Insertable<EncapTable>): Promise<void> {
  await tx.insertInto('encaps').values(encap).execute();
  await tx
    .updateTable('journeys')
    .set({ kind: 'encap' })
    .where('enterpriseId', '=', encap.enterpriseId)
    .where('journeyId', '=', encap.journeyId)
    .execute();
}

export async function updateEncap(tx: Tx, enterpriseId: string, encapId: string, change: Updateable<EncapTable>): Promise<void> {
  await tx
    .updateTable('encaps')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', encapId)
    .execute();
}

/** Finds what the audit trail keeps of an encap. */
export async function findRecordedEncap(tx: Read, enterpriseId: string, encapId: string) {
  const row = await findEncap(tx, enterpriseId, encapId);
  if (!row) return undefined;
  const { properties, logger, retiredAt, name } = row;
  return {
    name,
    page: JSON.stringify({ ...properties, title: '', intro: '', expiredText: '', doneText: '' }),
    texts: [properties.title, properties.intro, properties.expiredText, properties.doneText].filter((text) => text !== '').join(' / '),
    logger: `${logger.level}, ${logger.days}`,
    retired: retiredAt === null ? 'no' : 'yes',
  };
}
