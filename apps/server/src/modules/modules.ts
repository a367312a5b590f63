import { access } from './access/access.module.ts';
import { artifact } from './artifact/artifact.module.ts';
import { blacklist } from './blacklist/blacklist.module.ts';
import { bot } from './bot/bot.module.ts';
import { botInsight } from './bot-insight/bot-insight.module.ts';
import { branding } from './branding/branding.module.ts';
import { broadcast } from './broadcast/broadcast.module.ts';
import { channel } from './channel/channel.module.ts';
import { chat } from './chat/chat.module.ts';
import { csvImport } from './csv-import/csv-import.module.ts';
import { customer } from './customer/customer.module.ts';
import { dashboard } from './dashboard/dashboard.module.ts';
import { dialogue } from './dialogue/dialogue.module.ts';
import { file } from './file/file.module.ts';
import { genAi } from './gen-ai/gen-ai.module.ts';
import { identity } from './identity/identity.module.ts';
import type { Module } from './index.ts';
import { integration } from './integration/integration.module.ts';
import { knowledge } from './knowledge/knowledge.module.ts';
import { mail } from './mail/mail.module.ts';
import { message } from './message/message.module.ts';
import { notification } from './notification/notification.module.ts';
import { operations } from './operations/operations.module.ts';
import { report } from './report/report.module.ts';
import { sandbox } from './sandbox/sandbox.module.ts';
import { sending } from './sending/sending.module.ts';
import { template } from './template/template.module.ts';
import { training } from './training/training.module.ts';
import { user } from './user/user.module.ts';
import { widget } from './widget/widget.module.ts';

/** Every module of the program, in the order in which they are set up. */
export const modules: readonly Module[] = [
  operations,
  mail,
  identity,
  access,
  user,
  branding,
  file,
  notification,
  artifact,
  channel,
  blacklist,
  template,
  customer,
  csvImport,
  sending,
  broadcast,
  report,
  chat,
  integration,
  genAi,
  bot,
  knowledge,
  training,
  dialogue,
  botInsight,
  widget,
  message,
  dashboard,
  sandbox,
];
