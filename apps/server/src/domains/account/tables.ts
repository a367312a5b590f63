import { ownTables } from '../domain.ts';

export const accountTables = ownTables({
  tables: [
    'enterprises',
    'users',
    'roles',
    'userRoles',
    'userFactors',
    'apiKeys',
    'departments',
    'departmentUsers',
    'invitations',
    'enterpriseSecurity',
    'sessions',
    'captchas',
    'loginAttempts',
    'accountLinks',
    'knownSignIns',
    'pushDevices',
    'brandings',
    'brandingVersions',
    'notifications',
    // Entries are written by the platform (audit/trail.ts), in the transaction of each change.
    'auditEntries',
    'auditDetails',
    'auditErasures',
    'auditUnsealed',
    'auditChain',
    'auditSegments',
    'auditVerifications',
    'auditCheckpoints',
    'auditSettings',
  ],
  grantedReads: {
    users: {
      customer: 'the timeline joins who did what, page by page over several tables',
      messaging: 'the blacklist joins who added each entry',
      chat: 'agents are locked and chosen by their status and load, and chats list their people',
      outreach: 'the list of broadcasts joins and searches their makers',
      insight: 'the missed chats of a day name who picked each up',
    },
  },
});
