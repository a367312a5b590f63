import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { hiddenFromReaders } from '#platform/audit/reader.ts';
import { type Snapshot, withBin, withPutBack } from '#platform/audit/record.ts';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { firstSteps, sampleMakers } from '../../account/door.ts';
import { attributeBin, forgetSlot } from '../attribute/attribute.bin.ts';
import { attributeRecord } from '../attribute/attribute.record.ts';
import { attributeRoutes } from '../attribute/attribute.routes.ts';
import { putAttributeBack } from '../attribute/attribute.service.ts';
import { forgetValues, renewSearchTexts, workOnBulk } from '../attribute/customer.jobs.ts';
import { phoneBookUses } from '../attribute/uses.ts';
import { bulkRecord } from '../bulk/bulk.record.ts';
import { runBulkJob } from '../bulk/bulk.work.ts';
import { putCustomerBack, restorableFields } from '../customer/customer.back.ts';
import { renewSearch } from '../customer/customer.search.ts';
import { listCustomers } from '../customer/customer.service.ts';
import { filterRecord } from '../filter/filter.record.ts';
import { listFilterUses, putFilterBack } from '../filter/filter.service.ts';
import { customerBin } from '../merge/customer.bin.ts';
import { hiddenByRole, readingOf, shownEmail, shownNumber } from '../record/customer.reading.ts';
import { customerRecord } from '../record/customer.record.ts';
import { setBin } from '../set/set.bin.ts';
import { setRecords } from '../set/set.record.ts';
import { putSetBack } from '../set/set.service.ts';
import { phoneBookStep, sampleCustomers } from './customer.sample.ts';
import { phoneBookRoutes } from './phone-book.routes.ts';

const sweepMs = 5000;
const emptyMergedMs = 3_600_000;

const { index: _index, ...attributeFields } = attributeRecord.fields;
const putNameBack = (kind: 'group' | 'label') => ({
  fields: ['name'],
  save: (ctx: Ctx, id: string, { name }: Snapshot) => putSetBack(ctx, kind, id, { name: String(name) }),
});
const records = [
  withBin(withPutBack(attributeRecord, { fields: Object.keys(attributeFields), save: putAttributeBack }), attributeBin),
  withBin(withPutBack(setRecords.group, putNameBack('group')), setBin('group')),
  withBin(withPutBack(setRecords.label, putNameBack('label')), setBin('label')),
  withPutBack(filterRecord, { fields: ['name', 'conditions'], save: putFilterBack }),
  bulkRecord,
  withBin(withPutBack(customerRecord, { fields: restorableFields, save: putCustomerBack }), customerBin),
];

export const customer: Module = {
  name: 'customer',
  records,
  extensions: [
    extend(phoneBookUses, listFilterUses),
    extend(hiddenFromReaders, hiddenByRole),
    extend(firstSteps, phoneBookStep),
    extend(sampleMakers, sampleCustomers),
  ],
  jobs: [renewSearchTexts, forgetValues, workOnBulk],
  routes(app) {
    route(app, endpoints.customers.list, async (ctx, { query }) => {
      const limit = query.perPage === -1 ? 200 : query.perPage;
      const rows = await listCustomers(ctx, { name: query.name, from: query.from, limit: limit + 1 });
      const reading = readingOf(ctx.actor);
      return {
        customers: rows.slice(0, limit).map((row) => ({
          customerId: row.customerId,
          name: row.name,
          number: shownNumber(row.number, reading),
          emailId: shownEmail(row.email, reading),
          createdAt: row.createdAt.toISOString(),
        })),
        more: rows.length > limit,
      };
    });
    attributeRoutes(app);
    phoneBookRoutes(app);
  },
  async work(deps) {
    const contextOf = (enterpriseId: string) => enterpriseContext(deps, enterpriseId);
    await deps.jobs.handle(renewSearchTexts, ({ enterpriseId, after }) => renewSearch(contextOf(enterpriseId), after));
    await deps.jobs.handle(forgetValues, ({ enterpriseId, slot, after }) => forgetSlot(contextOf(enterpriseId), slot, after));
    await deps.jobs.handle(workOnBulk, ({ enterpriseId, bulkId }) => runBulkJob(contextOf(enterpriseId), bulkId));
    // Finds bulk jobs without a lease, since their worker was killed or their job lost, and asks for the job again.
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string; bulkId: string }>`select * from stalled_bulk_jobs()`.execute(deps.db);
      for (const row of rows) await contextOf(row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, workOnBulk, row));
    };
    const emptyMerged = async () => void (await sql`select empty_merged_customers()`.execute(deps.db));
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a scheduled task of the phone book failed');
    const ends = [scheduleTask(sweepMs, sweep, warn), scheduleTask(emptyMergedMs, emptyMerged, warn)];
    return async () => {
      for (const end of ends) await end();
    };
  },
};
