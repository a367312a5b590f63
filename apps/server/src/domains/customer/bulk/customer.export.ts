import { Readable } from 'node:stream';
import { consentChannels, consentFields, consentWords, customerFields } from '@parley/contract';
import { sql } from 'kysely';
import type { Copying } from '#platform/db/copy.ts';
import type { Read } from '#platform/db/database.ts';
import { csvHead } from '#platform/files/csv-table.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { insertFile } from '../../file/door.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { conditionOf } from '../filter/customer.filter.ts';
import { shownAttributes } from '../query/customer.query.ts';
import type { Reading } from '../record/customer.reading.ts';
import { countChosen, readChosen, type StoredSelection } from './bulk.chosen.ts';
import { countsOf, endingBulk } from './bulk.record.ts';
import { type BulkRow, findBulk, isOver, updateBulk } from './bulk.repository.ts';

/** `value` is SQL text of ours alone: fixed names, and slots, which are numbers. */
export type Column = { name: string; header: string; value: string };

const ownColumns: Record<(typeof customerFields)[number]['name'], string> = {
  phoneNumber: 'c.number',
  name: 'c.name',
  emailId: 'c.email',
  whatsAppNumber: "c.profile ->> 'whatsAppNumber'",
  facebookId: "c.profile ->> 'facebookId'",
  instaId: "c.profile ->> 'instaId'",
  twitterId: "c.profile ->> 'twitterId'",
  language: "c.profile ->> 'language'",
  timeZone: "c.profile ->> 'timeZone'",
};

/**
 * The columns that an import knows, so that an exported file comes back as it went; what a role hides is left out.
 * @param consented channels with a column for consent
 */
export function listColumns(
  attributes: readonly Attribute[],
  eyes: Pick<Reading, 'seesNumbers' | 'seesEmails'>,
  consented: ReadonlySet<string>,
): Column[] {
  const hidden = new Set([...(eyes.seesNumbers ? [] : ['phoneNumber', 'whatsAppNumber']), ...(eyes.seesEmails ? [] : ['emailId'])]);
  const own = customerFields
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, label }) => ({ name: name as string, header: label as string, value: ownColumns[name] }));
  const agreed = consentFields
    .filter(({ channel }) => consented.has(channel))
    .map(({ name, label, channel }) => ({
      name: name as string,
      header: label,
      value: `case k."${channel}" when true then '${consentWords.granted}' when false then '${consentWords.refused}' else '${consentWords.never_asked}' end`,
    }));
  const used = new Set([...customerFields, ...consentFields].map(({ label }) => label.toLowerCase()));
  const others = shownAttributes(attributes).map(({ fieldName, label, slot }) => {
    // Two attributes may have one label; their field names differ, and a header is read by either.
    const header = used.has(label.toLowerCase()) ? fieldName : label;
    used.add(header.toLowerCase());
    return { name: fieldName, header, value: `c.data ->> '${Number(slot)}'` };
  });
  return [...own, ...agreed, ...others];
}

const tellMs = 500;

/**
 * Selects the customers, unless all are meant: their ids, in a table that lives as long as the transaction. So the filter's values are
 * parameters, which COPY itself cannot take.
 */
async function chooseRows(ctx: EnterpriseContext, row: BulkRow, copying: Copying): Promise<string> {
  await copying.query("select set_config('app.last_customer', $1, true)", [row.lastCustomerId]);
  if (isEverybody(row)) return '';
  const { sql: text, parameters } = await ctx.read(async (tx) => {
    const chosen = await readChosen(tx, row);
    const only = chosen.ids ? sql`and c.customer_id = any(${[...chosen.ids]}::uuid[])` : sql``;
    return sql`insert into chosen select c.customer_id from customers c where ${conditionOf(row.enterpriseId, chosen.ready)} ${only}`.compile(
      tx,
    );
  });
  await copying.query('create temp table chosen (customer_id uuid primary key) on commit drop');
  await copying.query(text, parameters);
  await copying.query('analyze chosen');
  return 'join chosen on chosen.customer_id = c.customer_id';
}

function isEverybody({ selection }: BulkRow): boolean {
  if (!('filter' in selection)) return false;
  const { search, groups, tags, filterId, conditions } = selection.filter;
  return search.trim() === '' && groups.length + tags.length + conditions.clauses.length === 0 && filterId === '';
}

/** Finds the channels with consents: a column without any would cost a million cells and say nothing. */
async function findConsented(tx: Read, enterpriseId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('customerConsents').select('channel').distinct().where('enterpriseId', '=', enterpriseId).execute();
  return new Set(rows.map(({ channel }) => channel));
}

/** Each customer's consents as columns `k`, found in one go. */
const joinConsents = `left join (select customer_id, ${consentChannels
  .map((channel) => `bool_or(is_granted) filter (where channel = '${channel}') as "${channel}"`)
  .join(
    ', ',
  )} from customer_consents where enterprise_id = current_enterprise_id() group by customer_id) k on k.customer_id = c.customer_id`;

const newline = 10;
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
}

/**
 * The file's bytes, as PostgreSQL writes them: a row costs this process nothing, and all of them are of one moment.
 * @param tell is called now and then with the number of lines and answers whether to continue; line breaks in values count as well
 * @param end is called with the number of customers written
 */
async function* readFile(
  ctx: EnterpriseContext,
  row: BulkRow,
  columns: readonly Column[],
  tell: (lines: number) => Promise<boolean>,
  end: (rowCount: number) => void,
): AsyncGenerator<Buffer> {
  const copying = await ctx.openCopying();
  try {
    const hasConsents = columns.some(({ name }) => consentFields.some((field) => field.name === name));
    const join = `${await chooseRows(ctx, row, copying)} ${hasConsents ? joinConsents : ''}`;
    const cells = columns.map(({ value }) => `csv_guard(nullif(${value}, ''))`).join(', ');
    yield Buffer.from(csvHead(columns, '\n'));
    const bytes = copying.copyOut(
      `copy (select ${cells} from customers c ${join} where c.enterprise_id = current_enterprise_id() and c.deleted_at is null
        and c.customer_id <= current_setting('app.last_customer')::uuid order by c.customer_id) to stdout with (format csv, force_quote *)`,
    );
    let lines = 0;
    let toldAt = performance.now();
    for await (const chunk of bytes) {
      lines += countLines(chunk);
      yield chunk;
      if (performance.now() - toldAt < tellMs) continue;
      toldAt = performance.now();
      if (!(await tell(lines))) return;
    }
    end(bytes.rowCount);
  } finally {
    await copying.close();
  }
}

/** Writes the chosen customers into a file of the enterprise. A try that was killed begins anew: nothing of it was to be seen. */
export async function exportCustomers(ctx: EnterpriseContext, row: BulkRow): Promise<void> {
  const { eyes } = row.selection as StoredSelection;
  const columns = await ctx.read(async (tx) =>
    listColumns(await listAttributes(tx, row.enterpriseId), eyes, await findConsented(tx, row.enterpriseId)),
  );
  const total = row.total ?? (await ctx.read(async (tx) => countChosen(tx, row, await readChosen(tx, row))));
  let isCancelled = false;
  const tell = async (lines: number) => {
    isCancelled = await ctx.transaction(async (tx) => {
      const current = await findBulk(tx, row.enterpriseId, row.bulkId, { lock: true });
      if (!current || isOver(current.state)) return true;
      await updateBulk(tx, row, { state: 'running', total, done: Math.min(lines, total) });
      return false;
    });
    return !isCancelled;
  };
  if (!(await tell(0))) return;
  let written = 0;
  const bytes = readFile(ctx, row, columns, tell, (rowCount) => {
    written = rowCount;
  });
  const received = await ctx.files.receive(Readable.from(bytes));
  if (isCancelled) return received.discard();
  await received.keep();
  await finish(ctx, row, written, received);
}

async function finish(ctx: EnterpriseContext, row: BulkRow, written: number, { sha256, sizeBytes }: ReceivedFile): Promise<void> {
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const current = await findBulk(tx, row.enterpriseId, row.bulkId, { lock: true });
    if (!current || isOver(current.state)) return;
    const fileId = newId();
    await insertFile(tx, {
      enterpriseId: row.enterpriseId,
      fileId,
      sha256,
      name: `customers_${now.toISOString().slice(0, 10)}.csv`,
      type: 'text/csv',
      kind: 'document',
      sizeBytes,
      createdBy: row.createdBy,
      visitorAddress: null,
    });
    const end = { state: 'completed', fileId, done: written, changed: written, total: written, finishedAt: now } as const;
    await endingBulk(ctx, tx, row, countsOf(end), () => updateBulk(tx, row, end));
    await notify(ctx, tx, [row.createdBy], {
      kind: 'export_ready',
      code: 'export.ready',
      values: { count: written },
      link: '/customer-master/customers',
      cause: row.bulkId,
    });
  });
}
