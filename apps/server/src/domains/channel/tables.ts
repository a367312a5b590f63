import { ownTables } from '../domain.ts';

export const channelTables = ownTables({
  tables: [
    'channels',
    'channelIdentities',
    'channelTests',
    'mailboxes',
    'mailboxMails',
    'templates',
    'richCards',
    'whatsappOnboardings',
    'whatsappNumbers',
  ],
  grantedReads: {
    channels: {
      messaging: 'each step of the roads in and out reads its channel in the trip that it makes anyway',
      billing: 'consumption joins the name, type and department of the channel of each count',
      chat: 'chats join the name and type of their channel',
      outreach: 'broadcasts join the name of their channel, and are checked against it',
      bot: 'a bot lists the channels that it answers, and answers by the settings of the channel',
      insight: 'reports join the channel of each message',
      journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there',
    },
    richCards: {
      journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there',
    },
    templates: {
      messaging: 'the gate and the pump read the template of a message with the message',
      outreach: 'a broadcast takes the content of its template as it is at that moment',
      insight: 'reports join the template of each message',
      journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there',
    },
  },
});
