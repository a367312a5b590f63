/** What other domains use of the phone book. */

// The customer behind an address, and one by its id.

export { accessCustomer } from './customer/customer.query.ts';
export { changeCustomer, ensureCustomers, findByAddresses, type KnownCustomer } from './customer/customer.service.ts';

// Addresses of people who were erased and had refused.

export { findSuppressed, liftSuppressed } from './privacy/suppressed.ts';

// What channels tell of their addresses.

export {
  addressOf,
  addressSql,
  forgetAddresses,
  keepAddresses,
  noteConsentOf,
  noteHeard,
  noteSilence,
  type Reachable,
} from './customer/customer.address.ts';

// What a role reads of a customer's number, name and addresses.

export { maskNumber, type Reading, readingOf, seesAll, shownAddress, shownName, withoutAddress } from './customer/customer.reading.ts';

// Numbers as people type them.

export { countryOf } from './customer/customer.country.ts';
export { countryOfNumber, type NumberFault, readNumber } from './customer/customer.number.ts';

// The enterprise's own attributes, for columns of sendings.

export { addAttribute, listAttributes } from './customer/attribute.service.ts';
export { shownAttributes } from './customer/customer.query.ts';

// Who in the phone book a filter means, as a condition for a query.

export { filterWhere } from './customer/filter.where.ts';
// Who refers to groups, labels and attributes, and filters by their names.

export { listFilterNames } from './customer/filter.repository.ts';
export { phoneBookUses, type Used } from './customer/uses.ts';

// Work on many customers.

export { startBulk } from './customer/bulk.service.ts';
export { ensureSetsBy } from './customer/set.service.ts';

// Lists that leave as CSV are written in one way.

// What other domains have of a customer.

export { type CustomerTrace, customerTraces } from './customer/customer.traces.ts';

// Many customers at once, for the sandbox and the demo; imports for its history.

// Files of rows, read as imports read them.

export { findHead } from './csv-import/csv.head.task.ts';
export { type Position, readRecords } from './csv-import/csv.records.ts';
export { readText, receiveCsv } from './csv-import/import.file.ts';
export { workOnImports } from './csv-import/import.run.ts';
export { parseUpload, submitUpload } from './csv-import/import.service.ts';
export { FileGone, openStored } from './csv-import/import.source.ts';

export { addInvented } from './customer/customer.invent.ts';
export { addCustomers } from './customer/customer.save.ts';
export { ensureSets } from './customer/set.service.ts';

// What streams hear of customers, and learn of them.

export { type ChangeListener, customerChanges, type ValueChange } from './customer/customer.changed.ts';

export { changeSetsOf, noteLearnt } from './customer/customer.program.ts';
