import { ownTables } from '../domain.ts';

export const messagingTables = ownTables({
  tables: [
    'rawEvents',
    'rawEventQueue',
    'messages',
    'messageEvents',
    'messageHandovers',
    'messageCounts',
    'messageCountChanges',
    'sendRuns',
    'sendQueue',
    'sendWire',
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
    sendRuns: { outreach: 'the state of a broadcast is that of its run, and whether an iteration is paused is what its run says' },
  },
});
