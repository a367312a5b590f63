/** Pieces of SQL of this domain, and what takes some; `doors.test.ts` says why each of them is one. */

// The address of a customer on a channel.

export { addressSql } from './customer/customer.address.ts';

// The customers of a filter.

export { filterWhere } from './filter/filter.where.ts';

// Extension point for the data of other domains about a customer.

export { type CustomerTrace, customerTraces } from './merge/customer.traces.ts';
