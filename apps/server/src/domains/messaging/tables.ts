import { ownTables } from '../domain.ts';

export const messagingTables = ownTables({
  tables: [
    'rawEvents',
    'rawEventQueue',
    'messages',
    'messageEvents',
    'messageHandovers',
    'messageRefunds',
    'costTotals',
    'messageCounts',
    'messageCountChanges',
    'runTallies',
    'runTallyChanges',
    'sendRuns',
    'sendQueue',
    'sendWire',
    'channelSpeeds',
    'waitingReceipts',
    'blacklist',
    'sendingSettings',
    'messageActs',
  ],
  grantedReads: {
    messageCounts: { billing: 'consumption adds up counts by properties of their rates, and tiers ask how many units a month has' },
    messageCountChanges: { billing: 'the same, with what is not folded yet' },
    costTotals: {
      billing: 'a wallet is read in one statement with its totals, and wallets with something to settle are found with theirs',
    },
    messageRefunds: { billing: 'the same, by what is given back' },
    messageEvents: { outreach: 'milestones of a campaign read when each message was delivered or read, in the statement that counts them' },
    blacklist: { outreach: 'the same of those who have opted out' },
    messageHandovers: {
      outreach: 'a click while its message is handed over is a previewer; a fallback adds those who left in some minutes in one statement',
    },
    messages: {
      outreach: 'the deliveries of a broadcast are paged by the id of the message',
      journey: 'links of a launch in bulk follow their messages in one statement',
      insight: 'reports page and count the ledger by conditions of their own',
      billing: 'the nightly check adds up the cost of all rows in one statement with the wallet',
    },
    sendRuns: {
      outreach: 'the state of a broadcast is that of its run, and whether an iteration is paused is what its run says',
      billing: 'what ended runs have not used is found in one statement with their grants',
    },
  },
});
