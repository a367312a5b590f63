import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../index.ts';
import { listCustomers } from './customer.service.ts';

export const customer: Module = {
  name: 'customer',
  routes(app) {
    route(app, endpoints.customers.list, async (ctx, { query }) => {
      const limit = query.perPage === -1 ? 200 : query.perPage;
      const rows = await listCustomers(ctx, { name: query.name, from: query.from, limit: limit + 1 });
      const isMasked = (field: string) => ctx.actor.maskedFields.includes(field);
      return {
        customers: rows.slice(0, limit).map((row) => ({
          customerId: row.customerId,
          name: row.name,
          number: isMasked('phone') ? '' : row.number,
          emailId: isMasked('email') ? '' : row.email,
          createdAt: row.createdAt.toISOString(),
        })),
        more: rows.length > limit,
      };
    });
  },
};
