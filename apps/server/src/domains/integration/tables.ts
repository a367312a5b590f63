import { ownTables } from '../domain.ts';

export const integrationTables = ownTables({
  tables: ['integrations', 'webhooks', 'webhookEvents', 'webhookDeliveries', 'webhookAttempts', 'relayReplies', 'speechMessages'],
  grantedReads: {
    speechMessages: { journey: 'the report of speech joins the names of customers, channels and streams, a page in one statement' },
    integrations: {
      bot: 'the audit trail names the configuration that a bot has chosen',
      journey: 'the designer lists by name what a stream may refer to, and a check asks what of it is there',
    },
  },
});
