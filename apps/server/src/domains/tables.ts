import { accountTables } from './account/tables.ts';
import { billingTables } from './billing/tables.ts';
import { botTables } from './bot/tables.ts';
import { channelTables } from './channel/tables.ts';
import { chatTables } from './chat/tables.ts';
import { customerTables } from './customer/tables.ts';
import type { Domain, Ownership } from './domain.ts';
import { fileTables } from './file/tables.ts';
import { insightTables } from './insight/tables.ts';
import { integrationTables } from './integration/tables.ts';
import { journeyTables } from './journey/tables.ts';
import { marketTables } from './market/tables.ts';
import { messagingTables } from './messaging/tables.ts';
import { outreachTables } from './outreach/tables.ts';

export const domainTables = {
  file: fileTables,
  account: accountTables,
  customer: customerTables,
  channel: channelTables,
  integration: integrationTables,
  messaging: messagingTables,
  billing: billingTables,
  chat: chatTables,
  outreach: outreachTables,
  bot: botTables,
  journey: journeyTables,
  market: marketTables,
  insight: insightTables,
} as const satisfies { [domain in Domain]: Ownership };

/** Tables of the platform: events to be sent, leases of work, and counts of days. */
export const platformTables = ['functionTexts', 'leases', 'measureDays', 'measureThrough', 'outbox'] as const;
