import type { FlowStage } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { FormFlowTable } from '#platform/db/schema.journey.ts';

export type FlowRow = Selectable<FormFlowTable>;
export type FlowPlace = Pick<FlowRow, 'formId' | 'number' | 'channelId'>;

export const findFlow = (
  tx: Read,
  enterpriseId: string,
  { formId, number, channelId }: FlowPlace,
  { lock = false } = {},
): Promise<FlowRow | undefined> =>
  tx
    .selectFrom('formFlows')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', '=', formId)
    .where('number', '=', number)
    .where('channelId', '=', channelId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** Makes the row of a flow; one that is there already stays as it is. */
export async function insertFlow(tx: Tx, row: Insertable<FormFlowTable>): Promise<void> {
  await tx
    .insertInto('formFlows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'formId', 'number', 'channelId']).doNothing())
    .execute();
}

type FlowChange = Pick<Updateable<FormFlowTable>, 'vendorFlowId' | 'state' | 'reason' | 'errors' | 'changedAt'>;
export async function updateFlow(tx: Tx, enterpriseId: string, flowId: string, change: FlowChange): Promise<void> {
  await tx.updateTable('formFlows').set(change).where('enterpriseId', '=', enterpriseId).where('flowId', '=', flowId).execute();
}

export async function deleteFlow(tx: Tx, enterpriseId: string, flowId: string): Promise<void> {
  await tx.deleteFrom('formFlows').where('enterpriseId', '=', enterpriseId).where('flowId', '=', flowId).execute();
}

/** Finds a flow by its vendor's id, locked. */
export const lockVendorFlow = (tx: Tx, enterpriseId: string, channelId: string, vendorFlowId: string): Promise<FlowRow | undefined> =>
  tx
    .selectFrom('formFlows')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('vendorFlowId', '=', vendorFlowId)
    .forUpdate()
    .executeTakeFirst();

/** Flows that may be sent now, of these forms on these channels. */
export const findSendable = (
  tx: Read,
  enterpriseId: string,
  channelIds: readonly string[],
  formIds: readonly string[],
): Promise<Pick<FlowRow, 'formId' | 'number' | 'channelId' | 'vendorFlowId'>[]> =>
  tx
    .selectFrom('formFlows')
    .select(['formId', 'number', 'channelId', 'vendorFlowId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '=', 'PUBLISHED')
    .where('channelId', 'in', channelIds)
    .where('formId', 'in', formIds)
    .execute();

/** Flows that the vendor of a channel lets people open, as it has them. */
export const findAtVendor = (tx: Read, enterpriseId: string, channelId: string): Promise<FlowRow[]> =>
  tx
    .selectFrom('formFlows')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('state', 'in', ['PUBLISHED', 'THROTTLED', 'BLOCKED'])
    .orderBy('changedAt', 'desc')
    .limit(100)
    .execute();

/** Counts the fillings of a version on a channel that are open. */
export async function countOpenOn(tx: Read, enterpriseId: string, { formId, number, channelId }: FlowPlace): Promise<number> {
  const { open } = await tx
    .selectFrom('formFillings')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', '=', formId)
    .where('number', '=', number)
    .where('channelId', '=', channelId)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  return open;
}

/** Finds the facts that the audit trail keeps of a flow. */
export const findRecordedFlow = (tx: Read, enterpriseId: string, flowId: string) =>
  tx
    .selectFrom('formFlows as p')
    .innerJoin('forms as f', (join) => join.onRef('f.enterpriseId', '=', 'p.enterpriseId').onRef('f.formId', '=', 'p.formId'))
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'p.enterpriseId').onRef('c.channelId', '=', 'p.channelId'))
    .select(['f.name', 'p.number as version', 'c.name as channelName', 'p.state'])
    .where('p.enterpriseId', '=', enterpriseId)
    .where('p.flowId', '=', flowId)
    .executeTakeFirst();

export type ListedFlow = {
  formId: string;
  formName: string;
  newest: number;
  number: number;
  channelId: string | null;
  channelName: string | null;
  environment: string | null;
  screens: number;
  mode: FlowRow['mode'] | null;
  state: FlowRow['state'] | null;
  reason: string | null;
  errors: FlowRow['errors'] | null;
  vendorName: string | null;
  vendorFlowId: string | null;
  updatedAt: Date;
  usedIn: { id: string; name: string }[];
};
type Filter = { name: string; channelId: string; stage: FlowStage | ''; from: number; limit: number };
const draftStates = ['LOCAL', 'UPLOADED'];
const publishedStates = ['PUBLISHED', 'THROTTLED', 'BLOCKED'];

const stageOf = (stage: FlowStage) => {
  if (stage === 'deprecated') return sql`p.state = 'DEPRECATED'`;
  return stage === 'draft' ? sql`(p.state is null or p.state = any(${draftStates}))` : sql`p.state = any(${publishedStates})`;
};

/** A page of the forms that can be flows: one row for each flow on each channel, and one for a form that is on none. */
export async function listFlows(tx: Read, enterpriseId: string, filter: Filter & { place?: FlowPlace }): Promise<ListedFlow[]> {
  const { name, channelId, stage, from, limit, place } = filter;
  const { rows } = await sql<ListedFlow>`
    select f.form_id, f.name as form_name, f.published as newest, coalesce(p.number, f.published) as number, p.channel_id,
      c.name as channel_name, c.environment, jsonb_array_length(coalesce(v.document, f.document) -> 'screens') as screens, p.mode, p.state,
      p.reason, p.errors, p.name as vendor_name, p.vendor_flow_id, coalesce(p.changed_at, f.updated_at) as updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.journey_id, 'name', s.name) order by s.name, s.journey_id) from (
        select distinct j.journey_id, j.name from journey_refs r
          join journeys j on j.enterprise_id = r.enterprise_id and j.journey_id = r.journey_id and j.deleted_at is null
        where r.enterprise_id = f.enterprise_id and r.kind = 'form' and r.ref_id = f.form_id::text) s), '[]') as used_in
    from forms f
      left join form_flows p on p.enterprise_id = f.enterprise_id and p.form_id = f.form_id
      left join form_versions v on v.enterprise_id = p.enterprise_id and v.form_id = p.form_id and v.number = p.number
      left join channels c on c.enterprise_id = p.enterprise_id and c.channel_id = p.channel_id
    where f.enterprise_id = ${enterpriseId} and f.deleted_at is null
      and (p.form_id is not null or f.document #> '{settings,faces}' ? 'flow')
      ${place ? sql`and f.form_id = ${place.formId} and p.number = ${place.number} and p.channel_id = ${place.channelId}` : sql``}
      ${name === '' ? sql`` : sql`and f.name ilike ${containing(name)}`}
      ${channelId === '' ? sql`` : sql`and p.channel_id = ${channelId}`}
      ${stage === '' ? sql`` : sql`and ${stageOf(stage)}`}
    order by coalesce(p.changed_at, f.updated_at) desc, f.form_id, p.number desc, p.channel_id limit ${limit} offset ${from}`.execute(tx);
  return rows;
}
