import { access } from './domains/account/access/access.module.ts';
import { apiKey } from './domains/account/api-key/api-key.module.ts';
import { audit } from './domains/account/audit/audit.module.ts';
import { bin } from './domains/account/bin/bin.module.ts';
import { branding } from './domains/account/branding/branding.module.ts';
import { calendar } from './domains/account/calendar/calendar.module.ts';
import { enterprise } from './domains/account/company/enterprise.module.ts';
import { department } from './domains/account/department/department.module.ts';
import { exportFiles } from './domains/account/export/export.module.ts';
import { firstStep } from './domains/account/first-step/first-step.module.ts';
import { identity } from './domains/account/identity/identity.module.ts';
import { invitation } from './domains/account/invitation/invitation.module.ts';
import { mail } from './domains/account/mail/mail.module.ts';
import { factor } from './domains/account/policy/factor.module.ts';
import { notification } from './domains/account/preference/notification.module.ts';
import { push } from './domains/account/push/push.module.ts';
import { scim } from './domains/account/scim/scim.module.ts';
import { screenFilter } from './domains/account/screen-filter/screen-filter.module.ts';
import { sso } from './domains/account/sso/sso.module.ts';
import { user } from './domains/account/user/user.module.ts';
import { alert } from './domains/billing/alert/alert.module.ts';
import { consumption } from './domains/billing/consumption/consumption.module.ts';
import { invoice } from './domains/billing/invoice/invoice.module.ts';
import { operator } from './domains/billing/operator/operator.module.ts';
import { recharge } from './domains/billing/recharge/recharge.module.ts';
import { wallet } from './domains/billing/settlement/wallet.module.ts';
import { assist } from './domains/bot/assist/assist.module.ts';
import { bot } from './domains/bot/editor/bot.module.ts';
import { example } from './domains/bot/example/example.module.ts';
import { botInsight } from './domains/bot/insight/bot-insight.module.ts';
import { knowledge } from './domains/bot/knowledge/knowledge.module.ts';
import { botReport } from './domains/bot/report/report.module.ts';
import { botSample } from './domains/bot/sample/sample.module.ts';
import { botTools } from './domains/bot/tool-stream/tools.module.ts';
import { training } from './domains/bot/training/training.module.ts';
import { dialogue } from './domains/bot/turn/dialogue.module.ts';
import { template } from './domains/channel/approval/template.module.ts';
import { richCard } from './domains/channel/card/card.module.ts';
import { channelIdentity } from './domains/channel/identity/identity.module.ts';
import { mailbox } from './domains/channel/mailbox/mailbox.module.ts';
import { onboarding } from './domains/channel/onboarding/onboarding.module.ts';
import { sandbox } from './domains/channel/sandbox/sandbox.module.ts';
import { channel } from './domains/channel/setup/channel.module.ts';
import { agentStatus } from './domains/chat/agent-status/agent-status.module.ts';
import { chatAnalytics } from './domains/chat/analytics/analytics.module.ts';
import { chatAssist } from './domains/chat/assist/assist.module.ts';
import { chat } from './domains/chat/chat/chat.module.ts';
import { clockPolicy } from './domains/chat/clock-policy/clock-policy.module.ts';
import { chatContact } from './domains/chat/contact/contact.module.ts';
import { chatFacts } from './domains/chat/course/facts.module.ts';
import { chatField } from './domains/chat/field/field.module.ts';
import { chatHistory } from './domains/chat/history/history.module.ts';
import { inbox } from './domains/chat/inbox/inbox.module.ts';
import { chatLabel } from './domains/chat/label/label.module.ts';
import { lateChanges } from './domains/chat/late-change/late-change.module.ts';
import { later } from './domains/chat/later/later.module.ts';
import { macro } from './domains/chat/macro/macro.module.ts';
import { chatMail } from './domains/chat/mail/mail.module.ts';
import { mailReply } from './domains/chat/mail-reply/mail-reply.module.ts';
import { messageAct } from './domains/chat/message-act/message-act.module.ts';
import { chatMonitor } from './domains/chat/monitor/monitor.module.ts';
import { chatProgram } from './domains/chat/program/program.module.ts';
import { quickReply } from './domains/chat/quick-reply/quick-reply.module.ts';
import { chatRule } from './domains/chat/rule/rule.module.ts';
import { chatScenarios } from './domains/chat/scenario/scenario.module.ts';
import { chatSearch } from './domains/chat/search/search.module.ts';
import { siteVisitor } from './domains/chat/site/site.module.ts';
import { siteForm } from './domains/chat/site-form/site-form.module.ts';
import { siteRule } from './domains/chat/site-rule/site-rule.module.ts';
import { skill } from './domains/chat/skill/skill.module.ts';
import { chatTargets } from './domains/chat/target/target.module.ts';
import { chatTranscript } from './domains/chat/transcript/transcript.module.ts';
import { video } from './domains/chat/video/video.module.ts';
import { chatView } from './domains/chat/view/view.module.ts';
import { widget } from './domains/chat/widget/widget.module.ts';
import { csvImport } from './domains/customer/csv-import/csv-import.module.ts';
import { customer } from './domains/customer/phone-book/customer.module.ts';
import { privacy } from './domains/customer/privacy/privacy.module.ts';
import { artifact } from './domains/file/artifact/artifact.module.ts';
import { file } from './domains/file/file/file.module.ts';
import { playable } from './domains/file/file/playable.module.ts';
import { reportAlert } from './domains/insight/alert/alert.module.ts';
import { board } from './domains/insight/board/board.module.ts';
import { dashboard } from './domains/insight/dashboard/dashboard.module.ts';
import { report } from './domains/insight/report/report.module.ts';
import { reportSchedule } from './domains/insight/schedule/schedule.module.ts';
import { sqlAccess } from './domains/insight/sql/sql.module.ts';
import { relay } from './domains/integration/relay/relay.module.ts';
import { integration } from './domains/integration/service/integration.module.ts';
import { speechMessages } from './domains/integration/speech/speech.module.ts';
import { webhook } from './domains/integration/webhook/webhook.module.ts';
import { journeyCalls } from './domains/journey/call/call.module.ts';
import { designerAccess } from './domains/journey/designer-access/access.module.ts';
import { journey } from './domains/journey/editor/journey.module.ts';
import { encap } from './domains/journey/encap/encap.module.ts';
import { encapReports } from './domains/journey/encap-report/encap-report.module.ts';
import { flowEditor } from './domains/journey/flow-editor/flow-editor.module.ts';
import { flowTalk } from './domains/journey/flow-talk/flow-talk.module.ts';
import { formAnswers } from './domains/journey/form-answer/answer.module.ts';
import { formEditor } from './domains/journey/form-editor/form.module.ts';
import { journeyInstances } from './domains/journey/instance/instance.module.ts';
import { encapLaunches } from './domains/journey/launch/launch.module.ts';
import { milestoneReport } from './domains/journey/milestone/milestone.module.ts';
import { monitor as journeyMonitor } from './domains/journey/monitor/monitor.module.ts';
import { journeyPackables } from './domains/journey/pack/pack.module.ts';
import { formPages } from './domains/journey/page/page.module.ts';
import { publish } from './domains/journey/publish/publish.module.ts';
import { journeyReplays } from './domains/journey/replay/replay.module.ts';
import { streamReport } from './domains/journey/report/report.module.ts';
import { speechReport } from './domains/journey/speech/speech.module.ts';
import { market } from './domains/market/install/market.module.ts';
import { blacklist } from './domains/messaging/blacklist/blacklist.module.ts';
import { sending } from './domains/messaging/dispatch/sending.module.ts';
import { inbound } from './domains/messaging/inbound/inbound.module.ts';
import { mailReading } from './domains/messaging/mail-reading/mail-reading.module.ts';
import { audience } from './domains/outreach/audience/audience.module.ts';
import { booking } from './domains/outreach/booking/booking.module.ts';
import { broadcast } from './domains/outreach/broadcast/broadcast.module.ts';
import { campaign } from './domains/outreach/campaign/campaign.module.ts';
import { fallbacks } from './domains/outreach/fallback/fallback.module.ts';
import { links } from './domains/outreach/link/link.module.ts';
import { campaignMilestones } from './domains/outreach/milestone/milestone.module.ts';
import { relayReply } from './domains/outreach/relay/relay-reply.module.ts';
import { responses } from './domains/outreach/response/response.module.ts';
import { activity } from './domains/outreach/run/activity.module.ts';
import type { Module } from './module.ts';
import { operations } from './operations/operations.module.ts';

/** Every module of the program, in the order in which they are set up. */
export const modules: readonly Module[] = [
  operations,
  mail,
  identity,
  factor,
  sso,
  scim,
  screenFilter,
  exportFiles,
  firstStep,
  access,
  user,
  invitation,
  calendar,
  department,
  enterprise,
  branding,
  file,
  playable,
  notification,
  push,
  apiKey,
  audit,
  bin,
  artifact,
  channel,
  channelIdentity,
  mailbox,
  onboarding,
  blacklist,
  template,
  richCard,
  customer,
  privacy,
  csvImport,
  sending,
  audience,
  wallet,
  consumption,
  recharge,
  alert,
  invoice,
  operator,
  broadcast,
  campaign,
  campaignMilestones,
  activity,
  booking,
  fallbacks,
  links,
  responses,
  relayReply,
  report,
  chat,
  chatMail,
  chatLabel,
  agentStatus,
  skill,
  chatProgram,
  chatContact,
  clockPolicy,
  quickReply,
  macro,
  chatRule,
  mailReply,
  later,
  messageAct,
  inbox,
  chatHistory,
  chatFacts,
  chatAnalytics,
  lateChanges,
  chatTargets,
  chatScenarios,
  chatTranscript,
  chatMonitor,
  chatField,
  chatView,
  video,
  chatSearch,
  chatAssist,
  siteForm,
  siteRule,
  siteVisitor,
  integration,
  speechMessages,
  webhook,
  relay,
  bot,
  knowledge,
  training,
  example,
  botTools,
  dialogue,
  assist,
  botInsight,
  botReport,
  botSample,
  journey,
  encap,
  encapLaunches,
  encapReports,
  formEditor,
  formPages,
  flowTalk,
  flowEditor,
  formAnswers,
  publish,
  journeyCalls,
  journeyInstances,
  journeyMonitor,
  journeyReplays,
  streamReport,
  speechReport,
  milestoneReport,
  designerAccess,
  journeyPackables,
  market,
  widget,
  inbound,
  mailReading,
  board,
  reportAlert,
  reportSchedule,
  dashboard,
  sqlAccess,
  sandbox,
];
