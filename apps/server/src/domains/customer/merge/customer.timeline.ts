import type { TimelineEntry } from '@parley/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../context.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { readingOf, shownEmail, shownNumber } from '../record/customer.reading.ts';
import { timelineOf } from './customer.traces.ts';

type Row = {
  id: string;
  at: Date;
  kind: TimelineEntry['kind'];
  by: string;
  changes: TimelineEntry['changes'];
  linkKind: 'chat' | 'import' | null;
  linkId: string | null;
  detail: string;
};

const texts: Record<TimelineEntry['kind'], (detail: string) => string> = {
  created: () => 'Added to the phone book',
  imported: (file) => `Added by the import ${file}`,
  replaced: (file) => `Replaced by the import ${file}`,
  changed: () => 'Changed',
  consent: () => 'Consent recorded',
  grouped: () => 'Groups or labels changed',
  merged: () => 'Merged with another customer',
  deleted: () => 'Moved to the bin',
  restored: () => 'Restored from the bin',
  chat: (channel) => `Chat on ${channel}`,
};

/** Lists the events of a customer, newest first: changes, imports and chats. @throws DomainError customer.not_found */
export function listTimeline(
  ctx: Ctx,
  customerId: string,
  page: { from: number; perPage: number },
): Promise<{ entries: TimelineEntry[]; more: boolean }> {
  const { enterpriseId } = ctx;
  const eyes = readingOf(ctx.actor);
  const shown = (field: string, value: string) => {
    if (field === 'Phone Number' || field === 'WhatsApp Number') return shownNumber(value, eyes);
    return field === 'Email' ? shownEmail(value, eyes) : value;
  };
  return ctx.read(async (tx) => {
    await accessCustomer(tx, enterpriseId, customerId);
    const { rows } = await sql<Row>`
      select h.change_id::text as id, h.changed_at as at, h.kind, coalesce(u.name, '') as by, h.changes,
        case when h.import_id is not null then 'import' end as link_kind, h.import_id as link_id, coalesce(i.file_name, '') as detail
      from customer_changes h
        left join users u on u.enterprise_id = h.enterprise_id and u.user_id = h.changed_by
        left join csv_imports i on i.enterprise_id = h.enterprise_id and i.import_id = h.import_id
      where h.enterprise_id = ${enterpriseId} and h.customer_id = ${customerId}
      union all
      select c.customer_id::text, c.created_at, case when i.import_id is null then 'created' else 'imported' end, coalesce(u.name, ''), '[]',
        case when i.import_id is not null then 'import' end, i.import_id, coalesce(i.file_name, '')
      from customers c
        left join csv_imports i on i.enterprise_id = c.enterprise_id and i.import_id = c.import_id
        left join users u on u.enterprise_id = c.enterprise_id and u.user_id = i.created_by
      where c.enterprise_id = ${enterpriseId} and c.customer_id = ${customerId}
      ${sql.join(
        timelineOf(ctx, enterpriseId, customerId).map((told) => sql`union all ${told}`),
        sql` `,
      )}
      order by at desc, id desc limit ${page.perPage + 1} offset ${page.from}`.execute(tx);
    return {
      entries: rows.slice(0, page.perPage).map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        by: row.by,
        text: texts[row.kind](row.detail),
        changes: row.changes.map(({ field, from, to }) => ({ field, from: shown(field, from), to: shown(field, to) })),
        link: row.linkKind && row.linkId ? { kind: row.linkKind, id: row.linkId } : null,
      })),
      more: rows.length > page.perPage,
    };
  });
}
