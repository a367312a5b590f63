import { ownTables } from '../domain.ts';

export const customerTables = ownTables({
  tables: [
    'attributes',
    'customers',
    'customerAddresses',
    'customerExternalIds',
    'customerSets',
    'customerSetMembers',
    'customerConsents',
    'consentChanges',
    'customerChanges',
    'customerFilters',
    'customerBulkJobs',
    'csvImports',
    'csvImportErrors',
    'csvMappings',
    'erasures',
    'personCopies',
    'suppressedAddresses',
    'privacySettings',
    'retentionChanges',
    'retentionMarks',
  ],
  grantedReads: {
    attributes: { journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there' },
    customers: {
      messaging: 'the blacklist shows whose number an entry is, and a claim of messages asks in whose zone it is quiet',
      chat: 'chats are listed and searched by the name and number of their customer',
      outreach: 'the audience of a broadcast is read in pages of a thousand',
      bot: 'the people of a report bear their names, a page of them in one statement',
      journey: 'a turn reads a batch of customers with all that a stream may ask',
      insight: 'reports join the customer of each message, and the dashboard that of each missed chat',
    },
    customerAddresses: {
      messaging: 'the line of a chat is read with the chat, by every message',
      journey: 'a turn reads where a batch of customers is reached',
    },
    customerSets: {
      chat: 'policies of clocks name their group',
      channel: 'the load of the sandbox finds the group that it has filled',
      outreach: 'a broadcast names its groups and how many they hold',
      journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there',
    },
    customerSetMembers: {
      chat: 'policies of clocks are for the customers of a group, and a pickup asks which of them its customer is in',
      outreach: 'the audience of a broadcast is read and counted by its groups',
      journey: 'a turn reads the groups and labels of a batch of customers, and a schedule keeps the thousands of one to begin',
    },
    customerConsents: { messaging: 'the gate looks a thousand recipients up at once' },
  },
});
