import { endpoints } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import { cancelBulk, getBulkJob, listBulkJobs, startBulk } from '../bulk/bulk.service.ts';
import { setConsent } from '../consent/customer.consent.ts';
import { saveCustomer, upsertCustomer } from '../customer/customer.save.ts';
import { listFilters, removeFilter, saveFilter } from '../filter/filter.service.ts';
import { removeCustomer, restoreCustomer } from '../merge/customer.bin.ts';
import { listDoubles } from '../merge/customer.doubles.ts';
import { mergeCustomers, mergeDouble } from '../merge/customer.merge.ts';
import { listTimeline } from '../merge/customer.timeline.ts';
import { countSelection, getCustomer, listPage, lookUpNumber } from '../query/customer.query.ts';
import { addToSets, listSets, removeSet, saveSet } from '../set/set.service.ts';

const { phoneBook } = endpoints;

function customerRoutes(app: FastifyInstance): void {
  route(app, phoneBook.list, async (ctx, { query }) => ({ customers: await listPage(ctx, query) }));
  route(app, phoneBook.save, async (ctx, { body }) =>
    answer({ customer: await saveCustomer(ctx, body) }, body.id ? 'The customer is updated.' : 'The customer is added.'),
  );
  route(app, phoneBook.upsert, (ctx, { body }) => upsertCustomer(ctx, body));
  route(app, phoneBook.lookup, (ctx, { query }) => lookUpNumber(ctx, query));
  route(app, phoneBook.doubles, (ctx, { query }) => listDoubles(ctx, query));
  route(app, phoneBook.mergeDouble, async (ctx, { body }) =>
    answer({ customer: await mergeDouble(ctx, body) }, 'The two customers are one now.'),
  );
  route(app, phoneBook.merge, async (ctx, { body }) =>
    answer({ customer: await mergeCustomers(ctx, body) }, 'The two customers are one now.'),
  );
  route(app, phoneBook.count, (ctx, { body }) => countSelection(ctx, body));
  route(app, phoneBook.get, async (ctx, { params }) => ({ customer: await getCustomer(ctx, params.customerId) }));
  route(app, phoneBook.remove, async (ctx, { params }) => {
    await removeCustomer(ctx, params.customerId);
    return answer(null, 'The customer is moved to the bin.');
  });
  route(app, phoneBook.restore, async (ctx, { params }) =>
    answer({ customer: await restoreCustomer(ctx, params.customerId) }, 'The customer is restored.'),
  );
  route(app, phoneBook.timeline, (ctx, { params, query }) => listTimeline(ctx, params.customerId, query));
  route(app, phoneBook.setConsent, async (ctx, { params, body }) =>
    answer({ consents: await setConsent(ctx, params.customerId, body) }, 'The consent is recorded.'),
  );
}

/** The wire has calls of its own for groups and labels, and calls labels tags. */
function setRoutes(app: FastifyInstance): void {
  route(app, phoneBook.addToGroups, async (ctx, { body }) =>
    answer({ addedCount: await addToSets(ctx, 'group', body.groupIds, body.customerIds) }, 'The customers are added to the group.'),
  );
  route(app, phoneBook.addLabels, async (ctx, { body }) =>
    answer({ addedCount: await addToSets(ctx, 'label', body.tagIds, body.customerIds) }, 'The label is attached.'),
  );
  route(app, phoneBook.listGroups, async (ctx, { query }) => ({ groups: await listSets(ctx, 'group', query.search) }));
  route(app, phoneBook.saveGroup, async (ctx, { body }) => answer({ group: await saveSet(ctx, 'group', body) }, 'The group is saved.'));
  route(app, phoneBook.removeGroup, async (ctx, { params }) => {
    await removeSet(ctx, 'group', params.setId);
    return answer(null, 'The group is deleted.');
  });
  route(app, phoneBook.listLabels, async (ctx, { query }) => ({ tags: await listSets(ctx, 'label', query.search) }));
  route(app, phoneBook.saveLabel, async (ctx, { body }) => answer({ tag: await saveSet(ctx, 'label', body) }, 'The label is saved.'));
  route(app, phoneBook.removeLabel, async (ctx, { params }) => {
    await removeSet(ctx, 'label', params.setId);
    return answer(null, 'The label is deleted.');
  });
}

function bulkRoutes(app: FastifyInstance): void {
  route(app, phoneBook.listFilters, async (ctx) => ({ filters: await listFilters(ctx) }));
  route(app, phoneBook.saveFilter, async (ctx, { body }) => answer({ filter: await saveFilter(ctx, body) }, 'The filter is saved.'));
  route(app, phoneBook.removeFilter, async (ctx, { params }) => {
    await removeFilter(ctx, params.filterId);
    return answer(null, 'The filter is deleted.');
  });
  route(app, phoneBook.startBulk, async (ctx, { body }) => ({ bulkJob: await startBulk(ctx, body) }));
  route(app, phoneBook.listBulk, async (ctx) => ({ bulkJobs: await listBulkJobs(ctx) }));
  route(app, phoneBook.getBulk, async (ctx, { params }) => ({ bulkJob: await getBulkJob(ctx, params.bulkId) }));
  route(app, phoneBook.cancelBulk, async (ctx, { params }) => ({ bulkJob: await cancelBulk(ctx, params.bulkId) }));
}

export function phoneBookRoutes(app: FastifyInstance): void {
  customerRoutes(app);
  setRoutes(app);
  bulkRoutes(app);
}
