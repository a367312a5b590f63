/** The interface of enterprises, users, roles, brand, mails and notifications for other domains. */

// Holders of a permission: users who can mend something.

export { listHolders } from './access/holders.ts';

// Rights of others than the caller: who may see something.

export { listUserRights } from './access/user-rights.repository.ts';

// Writes what a transaction has recorded for the audit trail, and tells who changed a record last.

export { findLastChange } from './audit/audit.repository.ts';
export { writeEntries } from './audit/audit.write.ts';
export { openBin } from './bin/bin.repository.ts';

// A brand also says which vendors may carry a channel.

export { contrastRatio } from './branding/branding.rules.ts';
export { readBrand, readMailBrand } from './branding/branding.service.ts';

// Departments: whose a channel and its chats are.

export { departmentNames } from './department/department.repository.ts';
export { type DepartmentUse, departmentHolders, departmentUses } from './department/department.uses.ts';
export { assertDepartments, keepDepartments } from './user/user.departments.ts';

// An enterprise: made by the seed and by the command for the first one; its zone, country and settings are read where others need them.

export { readCurrency } from './company/company.service.ts';
export {
  createEnterprise,
  lockSettings,
  type NewEnterprise,
  readCountry,
  readEnterpriseName,
  readPlace,
  readPostalAddress,
  readSettings,
  readTaxId,
  readTimeZone,
  saveSettings,
} from './enterprise/enterprise.service.ts';

// Calls that take much over ask for a fresh proof.

export { isProofFresh } from './factor/proof.service.ts';

// The operator's command for an enterprise that has locked itself out.

export { type Unlocking, unlock } from './identity/unlock.service.ts';

// Used at the start of the program.

export { readFeatureFlags } from './enterprise/feature-flags.ts';
export { createActors } from './session/actors.ts';
export { createAuthentication } from './session/authentication.ts';

// Mails to people outside carry the brand too.

export { queueMail } from './mail/mail.service.ts';
export { escapeHtml, type MailChart, type MailTable, renderMail } from './mail/mail.template.ts';

// Telling users of something that waits for them.

export { listAdministrators, tellAdministrators } from './notification/administrators.ts';
export { hearsOffers, pushMessages, pushOffers, pushWaiting } from './notification/chat-push.ts';
export { dropMailsBefore } from './notification/notice-mail.repository.ts';
export { markNotificationsRead, type Notice, notify } from './notification/notification.service.ts';

// Keys of the API: who is behind one, and which channels one may be made for.

export { createKeyActors } from './api-key/api-key.actors.ts';
export { createKeyAuthentication } from './api-key/api-key.authentication.ts';
export { knownChannels } from './api-key/api-key.channels.ts';
export { looksLikeApiKey } from './api-key/api-key.rules.ts';

// Users: added by the seed and by the command for the first one; named wherever somebody has done something. The modules report the work
// that users leave behind when they are deactivated.

export { findActiveAddress, findUserNames, listActiveAddresses } from './user/user.names.ts';
export { agentStatusOf } from './user/user.present.ts';
export { addUser } from './user/user.service.ts';
export { heirUnfit, reportWork, workShown } from './user/user.work.ts';

// Used by tests of the whole program: the rights of the built-in roles, and limits that invented users keep.

export { emptyBin } from './bin/bin.service.ts';
export { effectivePermissions } from './role/access.rules.ts';
export { limits } from './session/identity.rules.ts';

// Operational hours of a department.

export { calendarUses, hoursFollowers } from './calendar/calendar.followers.ts';
export { type Closed, findClosed, findHours, readKnownHours } from './calendar/calendar.hours.ts';
export { findCalendarName, holdCalendar, isCalendarChangedSince } from './calendar/calendar.repository.ts';
export { createBrowserOwners } from './push/push.service.ts';

// First steps of an enterprise: domains tell which are done, and make sample data.

export { type FirstStep, firstSteps, type Sample, type SampleMaker, sampleMakers } from './first-step/first-step.port.ts';

// Lists that leave as files.

export { defineExport, type ExportColumn, exportLists, listOf, type OpenedList } from './export-list/export.definition.ts';
export { exportRoute, sendExport } from './export-list/export.route.ts';
