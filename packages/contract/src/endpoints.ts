import { accountEndpoints } from './account.ts';
import { attributeEndpoints } from './attribute.ts';
import { brandingEndpoints } from './branding.ts';
import { channelEndpoints } from './channel.ts';
import { chatEndpoints, customerEndpoints, dashboardEndpoints } from './chat.ts';
import { importEndpoints } from './csv-import.ts';
import { phoneBookEndpoints } from './customer.ts';
import { fileEndpoints } from './file.ts';
import { healthEndpoints } from './health.ts';
import { notificationEndpoints } from './notification.ts';
import { roleEndpoints } from './role.ts';
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
  chats: chatEndpoints,
  customers: customerEndpoints,
  attributes: attributeEndpoints,
  phoneBook: phoneBookEndpoints,
  imports: importEndpoints,
  dashboard: dashboardEndpoints,
  notifications: notificationEndpoints,
  widget: widgetEndpoints,
  operations: healthEndpoints,
} as const;
