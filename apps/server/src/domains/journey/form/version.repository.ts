import type { FormDocument } from '@parley/journey';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export async function insertFormVersion(
  tx: Tx,
  row: {
    enterpriseId: string;
    formId: string;
    number: number;
    document: FormDocument;
    fingerprint: string;
    note: string;
    publishedBy: string;
    publishedAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('formVersions')
    .values({ ...row, document: JSON.stringify(row.document) })
    .execute();
}

export type FormVersionRow = { number: number; note: string; by: string | null; publishedAt: Date; answered: number };

/** Versions of a form, the newest first. */
export async function listFormVersions(tx: Read, enterpriseId: string, formId: string): Promise<FormVersionRow[]> {
  const { rows } = await sql<FormVersionRow>`
    select v.number, v.note, u.name as by, v.published_at, (select count(*)::integer from form_answers a
      where a.enterprise_id = v.enterprise_id and a.form_id = v.form_id and a.number = v.number and a.environment = 'production') as answered
    from form_versions v left join users u on u.enterprise_id = v.enterprise_id and u.user_id = v.published_by
    where v.enterprise_id = ${enterpriseId} and v.form_id = ${formId} order by v.number desc limit 500`.execute(tx);
  return rows;
}

/** Finds the documents of these versions, each named by its form. */
export async function findFormVersions(
  tx: Read,
  enterpriseId: string,
  versions: readonly (readonly [formId: string, number: number])[],
): Promise<{ formId: string; number: number; document: FormDocument }[]> {
  if (versions.length === 0) return [];
  const { rows } = await sql<{ formId: string; number: number; document: FormDocument }>`
    select v.form_id, v.number, v.document from form_versions v
    join unnest(${versions.map(([id]) => id)}::uuid[], ${versions.map(([, number]) => number)}::int[]) w(form_id, number)
      on v.form_id = w.form_id and v.number = w.number
    where v.enterprise_id = ${enterpriseId}`.execute(tx);
  return rows;
}

/** The newest versions of these forms; one that is in the bin or not published has none. */
export async function findNewest(tx: Read, enterpriseId: string, formIds: readonly string[]): Promise<Record<string, number>> {
  if (formIds.length === 0) return {};
  const { rows } = await sql<{ formId: string; published: number }>`
    select form_id, published from forms
    where enterprise_id = ${enterpriseId} and form_id::text = any(${[...formIds]}::text[]) and deleted_at is null and published > 0`.execute(
    tx,
  );
  return Object.fromEntries(rows.map(({ formId, published }) => [formId, published]));
}
