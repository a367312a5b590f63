import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition } from '../../file/door.ts';
import { listWithWallets } from '../wallet/account.repository.ts';
import { invoiceRecord } from './invoice.record.ts';
import { monthBefore } from './invoice.rules.ts';
import { isDoubled, issueMonth, listInvoices, openInvoice } from './invoice.service.ts';

const issueMs = 3_600_000;
const calls = endpoints.billing;

/** Invoices of the month before, for each enterprise that has none yet: on the first of a month, or when the program is next up. */
export async function issueInvoices(deps: Deps): Promise<void> {
  const period = monthBefore(deps.now().toISOString().slice(0, 10));
  for (const enterpriseId of await listWithWallets(deps.db))
    await issueMonth(enterpriseContext(deps, enterpriseId), deps.config.invoiceSeller, period).catch((error: unknown) => {
      if (!isDoubled(error)) deps.log.warn({ err: error, enterpriseId, period }, 'an invoice was not made');
    });
}

export const invoice: Module = {
  name: 'invoice',
  records: [invoiceRecord],
  routes(app) {
    route(app, calls.invoices, async (ctx) => ({ invoices: await listInvoices(ctx) }));
    route(app, calls.invoicePdf, async (ctx, { params, reply }) => {
      const { name, bytes } = await openInvoice(ctx, params.invoiceId);
      return reply.type('application/pdf').header('content-disposition', contentDisposition('document', name)).send(bytes);
    });
  },
  work(deps) {
    if (!deps.flags.billing) return Promise.resolve(undefined);
    const stop = scheduleTask(
      issueMs,
      () => issueInvoices(deps),
      (error) => deps.log.warn({ err: error }, 'invoices were not made'),
      { atStart: true },
    );
    return Promise.resolve(stop);
  },
};
