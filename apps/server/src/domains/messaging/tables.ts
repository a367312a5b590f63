import { ownTables } from '../domain.ts';

export const messagingTables = ownTables({
  tables: [
    'rawEvents',
    'rawEventQueue',
    'messages',
    'messageEvents',
    'messageCounts',
    'messageCountChanges',
    'sendRuns',
    'sendQueue',
    'channelSpeeds',
    'waitingReceipts',
    'blacklist',
    'sendingSettings',
  ],
  grantedReads: {
    messages: {
      outreach: 'the deliveries of a broadcast are paged by the id of the message',
      insight: 'reports page and count the ledger by conditions of their own',
    },
    sendRuns: { outreach: 'the state of a broadcast is that of its run' },
  },
});
