import { accountEndpoints } from './account.ts';
import { artifactEndpoints } from './artifact.ts';
import { attributeEndpoints } from './attribute.ts';
import { blacklistEndpoints } from './blacklist.ts';
import { botEndpoints } from './bot.ts';
import { insightEndpoints } from './bot-insight.ts';
import { brandingEndpoints } from './branding.ts';
import { broadcastEndpoints } from './broadcast.ts';
import { channelEndpoints } from './channel.ts';
import { chatEndpoints, customerEndpoints, dashboardEndpoints } from './chat.ts';
import { importEndpoints } from './csv-import.ts';
import { phoneBookEndpoints } from './customer.ts';
import { entityEndpoints } from './entity.ts';
import { fileEndpoints } from './file.ts';
import { integrationEndpoints } from './gen-ai.ts';
import { healthEndpoints } from './health.ts';
import { intentEndpoints, storyEndpoints } from './intent.ts';
import { knowledgeEndpoints } from './knowledge.ts';
import { notificationEndpoints } from './notification.ts';
import { reportEndpoints } from './report.ts';
import { roleEndpoints } from './role.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { templateEndpoints } from './template.ts';
import { trainingEndpoints } from './training.ts';
import { tryItEndpoints } from './try-it.ts';
import { userEndpoints } from './user.ts';
import { widgetEndpoints } from './widget.ts';

/** Every HTTP call of the product, by noun. */
export const endpoints = {
  account: accountEndpoints,
  users: userEndpoints,
  roles: roleEndpoints,
  branding: brandingEndpoints,
  files: fileEndpoints,
  channels: channelEndpoints,
  artifacts: artifactEndpoints,
  blacklist: blacklistEndpoints,
  reports: reportEndpoints,
  chats: chatEndpoints,
  customers: customerEndpoints,
  attributes: attributeEndpoints,
  phoneBook: phoneBookEndpoints,
  imports: importEndpoints,
  broadcasts: broadcastEndpoints,
  dashboard: dashboardEndpoints,
  bots: botEndpoints,
  stories: storyEndpoints,
  intents: intentEndpoints,
  entities: entityEndpoints,
  knowledge: knowledgeEndpoints,
  integrations: integrationEndpoints,
  training: trainingEndpoints,
  tryIt: tryItEndpoints,
  insights: insightEndpoints,
  notifications: notificationEndpoints,
  templates: templateEndpoints,
  widget: widgetEndpoints,
  sandbox: sandboxEndpoints,
  operations: healthEndpoints,
} as const;
