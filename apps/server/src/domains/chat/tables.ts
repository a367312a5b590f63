import { ownTables } from '../domain.ts';

export const chatTables = ownTables({
  tables: [
    'chats',
    'chatParticipants',
    'chatOffers',
    'agentSockets',
    'agentDesks',
    'chatActions',
    'messageKeys',
    'chatTranscripts',
    'chatLabels',
    'chatSettings',
    'chatClocks',
    'chatClockLooks',
  ],
  grantedReads: {
    chats: {
      bot: 'conversations that are over are found in one statement with their chats',
      insight: 'the dashboard counts chats by hour and by state, and lists the missed ones',
    },
    chatParticipants: { insight: 'the dashboard counts chats by those who took part' },
  },
});
