import { formStates } from '@parley/contract';
import type { FormDocument } from '@parley/journey';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { FormTable } from '#platform/db/schema.journey.ts';

export type FormRow = Selectable<FormTable>;

/** Finds a form that is not in the bin. */
export const findForm = (tx: Read, enterpriseId: string, formId: string, { lock = false } = {}): Promise<FormRow | undefined> =>
  tx
    .selectFrom('forms')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', '=', formId)
    .where('deletedAt', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

/** Finds what the audit trail keeps of a form. */
export const findRecordedForm = (tx: Read, enterpriseId: string, formId: string) =>
  tx
    .selectFrom('forms')
    .select(['name', 'published as version', 'fingerprint as content'])
    .select(sql<string>`case when page_code is null then 'closed' else 'open' end`.as('page'))
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', '=', formId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

export type ListedForm = FormRow & {
  updaterName: string | null;
  publishedFingerprint: string | null;
  opened: number;
  answered: number;
  usedIn: { id: string; name: string }[];
};
export type FormFilter = { name: string; state: number | ''; from: number };

/** A page of forms with their counts, what was changed last first; or those of these ids. */
export async function listForms(
  tx: Read,
  enterpriseId: string,
  { name, state, from, ids, limit }: FormFilter & { ids?: readonly string[]; limit: number },
): Promise<ListedForm[]> {
  const { rows } = await sql<ListedForm>`
    with found as (
      select f.* from forms f where f.enterprise_id = ${enterpriseId} and f.deleted_at is null
        ${ids ? sql`and f.form_id = any(${[...ids]}::uuid[])` : sql``}
        ${name === '' ? sql`` : sql`and f.name ilike ${containing(name)}`}
        ${state === '' ? sql`` : state === formStates.draft ? sql`and f.published = 0` : sql`and f.published > 0`}
      order by f.updated_at desc, f.form_id limit ${limit} offset ${from})
    select f.*, u.name as updater_name, v.fingerprint as published_fingerprint,
      (select count(*)::integer from form_fillings l where l.enterprise_id = f.enterprise_id and l.form_id = f.form_id
        and l.environment = 'production') as opened,
      (select count(*)::integer from form_answers a where a.enterprise_id = f.enterprise_id and a.form_id = f.form_id
        and a.environment = 'production') as answered,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.journey_id, 'name', s.name) order by s.name, s.journey_id) from (
        select distinct j.journey_id, j.name from journey_refs r
          join journeys j on j.enterprise_id = r.enterprise_id and j.journey_id = r.journey_id and j.deleted_at is null
        where r.enterprise_id = f.enterprise_id and r.kind = 'form' and r.ref_id = f.form_id::text) s), '[]') as used_in
    from found f
      left join users u on u.enterprise_id = f.enterprise_id and u.user_id = f.updated_by
      left join form_versions v on v.enterprise_id = f.enterprise_id and v.form_id = f.form_id and v.number = f.published
    order by f.updated_at desc, f.form_id`.execute(tx);
  return rows;
}

export async function insertForm(
  tx: Tx,
  row: Pick<FormRow, 'enterpriseId' | 'formId' | 'name' | 'fingerprint' | 'createdBy' | 'createdAt' | 'updatedBy' | 'updatedAt'> & {
    document: FormDocument;
  },
): Promise<void> {
  await tx
    .insertInto('forms')
    .values({ ...row, document: JSON.stringify(row.document) })
    .execute();
}

type FormChange = Partial<
  Pick<FormRow, 'name' | 'fingerprint' | 'version' | 'published' | 'pageCode' | 'updatedBy' | 'updatedAt' | 'deletedAt'>
> & {
  document?: string;
};
export async function updateForm(tx: Tx, enterpriseId: string, formId: string, change: FormChange): Promise<void> {
  await tx.updateTable('forms').set(change).where('enterpriseId', '=', enterpriseId).where('formId', '=', formId).execute();
}

/** True if a form has the name already; names of the bin are free. */
export async function isFormNameTaken(tx: Read, enterpriseId: string, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('forms')
    .select('formId')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countOpenFillings(tx: Read, enterpriseId: string, formId: string): Promise<number> {
  const { open } = await tx
    .selectFrom('formFillings')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', '=', formId)
    .where('state', '=', 'OPEN')
    .where('instanceId', 'is not', null)
    .executeTakeFirstOrThrow();
  return open;
}

export async function purgeForms(tx: Tx, enterpriseId: string, formIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('forms')
    .where('enterpriseId', '=', enterpriseId)
    .where('formId', 'in', formIds)
    .where('deletedAt', 'is not', null)
    .execute();
}
