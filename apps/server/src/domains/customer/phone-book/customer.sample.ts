import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { FirstStep, Sample, SampleMaker } from '../../account/door.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { noValues } from '../customer/customer.rules.ts';
import { toColumns } from '../customer/customer.save.ts';
import { moveToBin } from '../merge/customer.bin.ts';
import { customerRecord } from '../record/customer.record.ts';
import { findByNumber, findInBin, hasCustomer, insertCustomer, lockSamples, numberColumns } from '../record/customer.repository.ts';

const people = ['Asha Rao', 'Diego Santos', 'Mei Tanaka', 'Omar Haddad', 'Lena Novak'];

/**
 * The United Kingdom's numbers for films and plays, which no line ever has: a message to a sample customer reaches nobody.
 * @see Ofcom, Telephone numbers for drama use, mobile
 */
const dramaNumbers = Array.from({ length: 1000 }, (_, index) => `+447700900${String(index).padStart(3, '0')}`);

async function listFreeNumbers(tx: Tx, enterpriseId: string, count: number): Promise<string[]> {
  const free: string[] = [];
  for (const number of dramaNumbers) {
    if (free.length === count) break;
    const holder = (await findByNumber(tx, enterpriseId, number)) ?? (await findInBin(tx, enterpriseId, number));
    if (!holder) free.push(number);
  }
  return free;
}

/** Streams that begin with a new customer are not told: sample customers walk through none. */
async function make(ctx: Ctx, tx: Tx): Promise<Sample[]> {
  const { enterpriseId, actor } = ctx;
  const attributes = await listAttributes(tx, enterpriseId);
  const numbers = await listFreeNumbers(tx, enterpriseId, people.length);
  const samples: Sample[] = [];
  for (const [place, number] of numbers.entries()) {
    const name = people[place] ?? '';
    const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
    const values = { ...noValues, name: `${name} (sample)`, number, email };
    const [customerId, now] = [newId(), ctx.now()];
    const row = { ...toColumns(values, attributes), ...numberColumns(number), createdAt: now, updatedAt: now, updatedBy: actor.userId };
    await creating(
      ctx,
      tx,
      customerRecord,
      () => customerId,
      () => insertCustomer(tx, { enterpriseId, customerId, ...row }),
    );
    samples.push({ recordId: customerId, mark: '1' });
  }
  return samples;
}

export const sampleCustomers: SampleMaker = {
  kind: 'customer',
  make,
  async remove(ctx, tx, samples) {
    const rows = await lockSamples(
      tx,
      ctx.enterpriseId,
      samples.map(({ recordId }) => recordId),
    );
    const markOf = new Map(samples.map(({ recordId, mark }) => [recordId, mark]));
    const own = rows.filter(({ customerId, version, isChanged }) => !isChanged && markOf.get(customerId) === String(version));
    for (const { customerId } of own)
      await changing(ctx, tx, customerRecord, customerId, 'delete', () => moveToBin(ctx, tx, [customerId], ctx.actor.userId));
    return { removed: own.length, kept: rows.filter((row) => !own.includes(row)).map(({ name }) => name) };
  },
};

/** People whom the enterprise has brought in; visitors of a website have no number. */
export const phoneBookStep: FirstStep = { id: 'phoneBook', isDone: hasCustomer, sampleKind: 'customer' };
