import { randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import { customerFields } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { EnterpriseContext } from '../../context.ts';
import { insertFile } from '../file/file.repository.ts';
import { notify } from '../notification/notification.service.ts';
import type { Attribute } from './attribute.present.ts';
import { listAttributes } from './attribute.service.ts';
import { readChosen, type StoredSelection } from './bulk.chosen.ts';
import { type BulkRow, findBulk, isOver, updateBulk } from './bulk.repository.ts';
import { conditionOf } from './customer.filter.ts';
import type { Eyes } from './customer.present.ts';
import { shownAttributes } from './customer.query.ts';

export type Column = { name: string; header: string; value: RawBuilder<string> };

const ownColumns: Record<(typeof customerFields)[number]['name'], RawBuilder<string>> = {
  phoneNumber: sql`c.number`,
  name: sql`c.name`,
  emailId: sql`c.email`,
  whatsAppNumber: sql`coalesce(c.profile ->> 'whatsAppNumber', '')`,
  facebookId: sql`coalesce(c.profile ->> 'facebookId', '')`,
  instaId: sql`coalesce(c.profile ->> 'instaId', '')`,
  twitterId: sql`coalesce(c.profile ->> 'twitterId', '')`,
  language: sql`coalesce(c.profile ->> 'language', '')`,
  timeZone: sql`coalesce(c.profile ->> 'timeZone', '')`,
};

/** The columns that an import knows, so that an exported file comes back as it went; what a role hides is left out. */
export function listColumns(attributes: readonly Attribute[], eyes: Eyes): Column[] {
  const hidden = new Set([...(eyes.seesNumbers ? [] : ['phoneNumber', 'whatsAppNumber']), ...(eyes.seesEmails ? [] : ['emailId'])]);
  const own = customerFields
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, label }) => ({ name: name as string, header: label as string, value: ownColumns[name] }));
  const used = new Set(customerFields.map(({ label }) => label.toLowerCase()));
  const others = shownAttributes(attributes).map(({ fieldName, label, slot }) => {
    // Two attributes may have one label; their field names differ, and a header is read by either.
    const header = used.has(label.toLowerCase()) ? fieldName : label;
    used.add(header.toLowerCase());
    return { name: fieldName, header, value: sql<string>`coalesce(c.data ->> ${slot}, '')` };
  });
  return [...own, ...others];
}

/** A text cell for a spreadsheet: the same rule as csv_cell in the database. */
export const csvCell = (value: string): string =>
  value === '' ? '' : `"${/^[=+\-@\t\r']/.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;

export const byteOrderMark = '\ufeff';
export const headerLine = (columns: readonly { header: string }[]) =>
  `${byteOrderMark}${columns.map(({ header }) => csvCell(header)).join(',')}\r\n`;

const stepSize = 10_000;
const atOnce = 3; // one core puts 200,000 lines a second together; COPY writes 490,000
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Range = { after: string; upTo: string };
type Part = { text: string; count: number };

/** Ranges of ids with so many customers each, whatever the filter leaves of them: by the key alone, which costs next to nothing. */
async function* listRanges(ctx: EnterpriseContext, row: BulkRow): AsyncGenerator<Range> {
  for (let after = firstId; after !== lastId; ) {
    const { rows } = await ctx.read((tx) =>
      sql<{ count: number; last: string | null }>`select count(*) as count, max(customer_id::text) as last from (
        select customer_id from customers where enterprise_id = ${row.enterpriseId} and customer_id > ${after}
          and customer_id <= ${row.lastCustomerId} order by customer_id limit ${stepSize}) as next`.execute(tx),
    );
    const upTo = rows[0]?.count === stepSize ? (rows[0].last ?? lastId) : lastId;
    yield { after, upTo };
    after = upTo;
  }
}

/** The lines of a range as one text, put together by the database: a row costs this process nothing. */
async function readPart(ctx: EnterpriseContext, row: BulkRow, columns: readonly Column[], range: Range): Promise<Part> {
  const line = sql.join(
    columns.map(({ value }) => sql`csv_cell(${value})`),
    sql` || ',' || `,
  );
  const { rows } = await ctx.read(async (tx) => {
    const chosen = await readChosen(tx, row);
    const only = chosen.ids ? sql`and c.customer_id = any(${[...chosen.ids]}::uuid[])` : sql``;
    return sql<Part>`select coalesce(string_agg(line, ''), '') as text, count(*) as count from (
        select ${line} || E'\r\n' as line from customers c
        where ${conditionOf(row.enterpriseId, chosen.ready)} ${only} and c.customer_id > ${range.after} and c.customer_id <= ${range.upTo}
          and c.customer_id <= ${row.lastCustomerId}
        order by c.customer_id) as lines`.execute(tx);
  });
  return rows[0] ?? { text: '', count: 0 };
}

/** Header and lines, in the order of the ids; some parts are read while the one before them is being written. */
async function* readLines(
  ctx: EnterpriseContext,
  row: BulkRow,
  columns: readonly Column[],
  tell: (count: number) => Promise<boolean>,
): AsyncGenerator<string> {
  yield headerLine(columns);
  const ahead: Promise<Part>[] = [];
  let count = 0;
  const take = async () => {
    const { text, count: more } = (await ahead.shift()) ?? { text: '', count: 0 };
    count += more;
    return text;
  };
  for await (const range of listRanges(ctx, row)) {
    const part = readPart(ctx, row, columns, range);
    part.catch(() => {}); // told when its turn comes
    ahead.push(part);
    if (ahead.length < atOnce) continue;
    yield await take();
    if (!(await tell(count))) return;
  }
  while (ahead.length > 0) yield await take();
  await tell(count);
}

/** The store counts bytes. */
async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Writes the chosen customers into a file of the enterprise. A try that was killed begins anew: nothing of it was to be seen. */
export async function exportCustomers(ctx: EnterpriseContext, row: BulkRow): Promise<void> {
  const { eyes } = row.selection as StoredSelection;
  const columns = listColumns(await ctx.read((tx) => listAttributes(tx, row.enterpriseId)), eyes);
  let written = 0;
  let isCancelled = false;
  const tell = async (count: number) => {
    written = count;
    isCancelled = await ctx.transaction(async (tx) => {
      const current = await findBulk(tx, row.enterpriseId, row.bulkId, { lock: true });
      if (!current || isOver(current.state)) return true;
      await updateBulk(tx, row, { state: 'running', done: count, workedOnAt: ctx.now() });
      return false;
    });
    return !isCancelled;
  };
  const received = await ctx.files.receive(Readable.from(toBytes(readLines(ctx, row, columns, tell))));
  if (isCancelled) return received.discard();
  await received.keep();
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const current = await findBulk(tx, row.enterpriseId, row.bulkId, { lock: true });
    if (!current || isOver(current.state)) return;
    const fileId = randomUUIDv7();
    await insertFile(tx, {
      enterpriseId: row.enterpriseId,
      fileId,
      sha256: received.sha256,
      name: `customers_${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv',
      kind: 'document',
      sizeBytes: received.sizeBytes,
      createdBy: row.createdBy,
      visitorAddress: null,
    });
    await updateBulk(tx, row, { state: 'completed', fileId, done: written, changed: written, total: written, finishedAt: now });
    await notify(ctx, tx, [row.createdBy], {
      kind: 'export_ready',
      title: 'Your export is ready',
      text: `${written} customers`,
      link: '/customer-master/customers',
      cause: row.bulkId,
    });
  });
}
