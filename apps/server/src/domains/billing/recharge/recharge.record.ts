import { defineRecord } from '#platform/audit/record.ts';
import { findRechargeRow } from './recharge.repository.ts';

/** Money that somebody pays in; who made the link, and what the gateway said became of it. */
export const rechargeRecord = defineRecord({
  kind: 'recharge',
  module: 'billing',
  tables: ['recharges'],
  fields: { reference: 'plain', amount: 'plain', tax: 'plain', currency: 'plain', state: 'plain', paymentId: 'plain' },
  async read(tx, enterpriseId, rechargeId) {
    const row = await findRechargeRow(tx, { enterpriseId, rechargeId });
    if (!row) return undefined;
    const { reference, amount, tax, currency, state, paymentId } = row;
    return { reference, amount, tax, currency, state, paymentId };
  },
  nameOf: ({ reference }) => String(reference ?? ''),
  link: () => '/billing',
});
