/** The interface of the phone book for other domains. */

// The customer behind an address, and one by its id.

export { changeCustomer, ensureCustomers, findByAddresses, type KnownCustomer } from './customer/customer.service.ts';
export { findSurvivors } from './customer/customer.survivors.ts';
export { fold } from './number/customer.text.ts';
export { findNamedCustomers } from './query/customer.named.repository.ts';
export { accessCustomer } from './query/customer.query.ts';
export { hasDoubles, isNumberTaken } from './record/customer.repository.ts';

// A visitor whom the enterprise's own server names.

export { listAddresses, listExternalIds } from './recognise/external-id.repository.ts';
export { fillCustomer, findFaultsOfTold, findKnown, type Told } from './recognise/fill.service.ts';
export { type Browser, type Claims, findClaimed, lockClaims, recogniseCustomer } from './recognise/recognise.service.ts';

// Addresses of people who were erased and had refused.

export { findSuppressed, liftSuppressed } from './consent/suppressed.ts';

// Addresses of customers on channels.

export {
  addressOf,
  findWireSpellings,
  forgetAddresses,
  keepAddresses,
  noteConsentOf,
  noteHeard,
  noteSilence,
  type Reachable,
} from './customer/customer.address.ts';

// The fields of a customer that a role may read: number, name and addresses.

export { maskNumber, type Reading, readingOf, seesAll, shownAddress, shownName, withoutAddress } from './record/customer.reading.ts';

// Numbers as people type them.

export { countryOf } from './number/customer.country.ts';
export { countryOfNumber, type NumberFault, readNumber } from './number/customer.number.ts';

// The enterprise's own attributes, for columns of sendings.

export { addAttribute, listAttributes } from './attribute/attribute.service.ts';
export { shownAttributes } from './query/customer.query.ts';

// Conditions on attributes that somebody keeps.

export { compareAttributes, findConditionFaults, listAsked } from './filter/filter.attribute.ts';

// The check of a filter that somebody asks by.

export { assertFilter } from './filter/filter.where.ts';

// Records that refer to groups, labels and attributes, and filters by their names.

export { phoneBookUses, type Used } from './attribute/uses.ts';
export { listFilterNames } from './filter/filter.repository.ts';

// Work on many customers.

export { startBulk } from './bulk/bulk.service.ts';
export { ensureSetsBy } from './set/set.service.ts';

// People of another product, taken in and taken out again.

export {
  addMoved,
  findSets,
  joinMoved,
  leaveMoved,
  type MovedCustomer,
  matchMoved,
  readNumbers,
  removeMoved,
  removeMovedSet,
  tidyMoved,
} from './moved/moved.customer.repository.ts';

// Lists that leave as CSV are written in one way.

// Many customers at once, for the sandbox and the demo; imports for its history.

// Files of rows, read as imports read them.

export { findHead } from './csv/csv.head.task.ts';
export { type Position, readRecords } from './csv/csv.records.ts';
export { workOnImports } from './csv-import/import.run.ts';
export { parseUpload, submitUpload } from './csv-import/import.service.ts';
export { addCustomers } from './customer/customer.save.ts';
export { readText, receiveCsv } from './import/import.file.ts';
export { FileGone, openStored } from './import/import.source.ts';
export { addInvented } from './phone-book/customer.invent.ts';
export { accessSets, ensureSets, keepSets } from './set/set.service.ts';

// The interface of streams: changes of customers, and facts that they have learnt.

export { type ChangeListener, customerChanges, type ValueChange } from './customer/customer.changed.ts';

export { changeSetsOf, noteLearnt } from './customer/customer.program.ts';
