import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PersonCopyTable } from '#platform/db/schema.customer.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Person, PersonalData, PersonalRecord } from '../../../personal-data.ts';
import { findUserNames, notify } from '../../account/door.ts';
import { insertFile, listFiles, type StoredFile } from '../../file/door.ts';
import { kindsOf } from '../erasure/erasure.service.ts';
import { findPerson } from '../erasure/person.ts';
import { findCustomerRow } from '../record/customer.repository.ts';
import { zipOf } from './copy.zip.ts';

type Copy = Selectable<PersonCopyTable>;

/** Ids in the link of a notification lead to the customer's record, where the zip is taken. */
const linkOf = (customerId: string) => `/customer-master/customers/view/${customerId}`;

async function* recordsOf(ctx: EnterpriseContext, { read }: PersonalData, person: Person): AsyncGenerator<PersonalRecord> {
  let after = '';
  do {
    const { records, next } = await ctx.read((tx) => read(tx, person, after));
    yield* records;
    after = next;
  } while (after !== '');
}

async function filesOf(ctx: EnterpriseContext, parts: readonly PersonalData[], person: Person): Promise<StoredFile[]> {
  const ids = new Set<string>();
  for (const { listFiles: list } of parts) if (list) for (const id of await ctx.read((tx) => list(tx, person))) ids.add(id);
  return ctx.read((tx) => listFiles(tx, ctx.enterpriseId, [...ids]));
}

const lockCopy = (tx: Tx, enterpriseId: string, copyId: string): Promise<Copy | undefined> =>
  tx
    .selectFrom('personCopies')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('copyId', '=', copyId)
    .forUpdate()
    .executeTakeFirst();

/** Writes everything that is held about a customer into a zip. A try that was killed begins anew: nothing of it was to be seen. */
export async function makeCopy(ctx: EnterpriseContext, copyId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const found = await ctx.transaction(async (tx) => {
    const copy = await lockCopy(tx, enterpriseId, copyId);
    if (!copy || copy.finishedAt) return undefined;
    const customer = await findCustomerRow(tx, enterpriseId, copy.customerId);
    if (!customer || customer.deletedAt) return undefined;
    const person = await findPerson(ctx, tx, customer, { isThorough: true });
    const [name = ''] = await findUserNames(tx, enterpriseId, [copy.requestedBy]);
    return { copy, person, name };
  });
  if (!found) return;
  const { copy, person, name } = found;
  const parts = kindsOf(ctx);
  const media = (await filesOf(ctx, parts, person)).map(({ fileId, name: fileName, sha256 }) => ({
    name: `${fileId}-${fileName}`,
    open: () => ctx.files.open(sha256),
  }));
  const manifest = {
    format: 'parley-copy-v1' as const,
    madeAt: ctx.now().toISOString(),
    madeBy: { id: copy.requestedBy, name },
    enterpriseId,
    customerId: copy.customerId,
  };
  const kinds = parts.map((part) => ({ kind: part.kind, records: () => recordsOf(ctx, part, person) }));
  const received = await ctx.files.receive(zipOf(manifest, kinds, media));
  await finish(ctx, copyId, received);
}

async function finish(ctx: EnterpriseContext, copyId: string, received: ReceivedFile): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const copy = await lockCopy(tx, enterpriseId, copyId);
    // Locked as an erasure locks it: what was erased meanwhile is not kept in a zip.
    const customer = copy && (await findCustomerRow(tx, enterpriseId, copy.customerId, { lock: true }));
    if (!copy || copy.finishedAt || !customer || customer.deletedAt) return received.discard();
    await received.keep();
    const fileId = newId();
    await insertFile(tx, {
      ...{ enterpriseId, fileId, sha256: received.sha256, name: `personal_data_${now.toISOString().slice(0, 10)}.zip` },
      ...{ type: 'application/zip', kind: 'archive', sizeBytes: received.sizeBytes, createdBy: copy.requestedBy, visitorAddress: null },
    });
    await tx
      .updateTable('personCopies')
      .set({ fileId, finishedAt: now })
      .where('enterpriseId', '=', enterpriseId)
      .where('copyId', '=', copyId)
      .execute();
    await notify(ctx, tx, [copy.requestedBy], {
      kind: 'export_ready',
      code: 'copy.ready',
      values: {},
      link: linkOf(copy.customerId),
      cause: copyId,
    });
  });
}
