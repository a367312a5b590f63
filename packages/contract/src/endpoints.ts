import { accountEndpoints } from './account/account.ts';
import { apiKeyEndpoints } from './account/api-key.ts';
import { auditEndpoints } from './account/audit.ts';
import { binEndpoints } from './account/bin.ts';
import { brandingEndpoints } from './account/branding.ts';
import { calendarEndpoints } from './account/calendar.ts';
import { departmentEndpoints } from './account/department.ts';
import { enterpriseEndpoints } from './account/enterprise.ts';
import { exportEndpoints } from './account/export.ts';
import { firstStepEndpoints } from './account/first-step.ts';
import { invitationEndpoints } from './account/invitation.ts';
import { notificationEndpoints } from './account/notification.ts';
import { roleEndpoints } from './account/role.ts';
import { screenFilterEndpoints } from './account/screen-filter.ts';
import { ssoEndpoints } from './account/sso.ts';
import { twoFactorEndpoints } from './account/two-factor.ts';
import { userEndpoints } from './account/user.ts';
import { billingEndpoints } from './billing/billing.ts';
import { operatorEndpoints } from './billing/operator.ts';
import { botEndpoints } from './bot/bot.ts';
import { insightEndpoints } from './bot/bot-insight.ts';
import { botReportEndpoints } from './bot/bot-report.ts';
import { entityEndpoints } from './bot/entity.ts';
import { intentEndpoints, storyEndpoints } from './bot/intent.ts';
import { knowledgeEndpoints } from './bot/knowledge.ts';
import { toolEndpoints } from './bot/tool.ts';
import { trainingEndpoints } from './bot/training.ts';
import { tryItEndpoints } from './bot/try-it.ts';
import { channelEndpoints } from './channel/channel.ts';
import { identitySecretEndpoints } from './channel/identity.ts';
import { mailboxEndpoints } from './channel/mailbox.ts';
import { onboardingEndpoints } from './channel/onboarding.ts';
import { richCardEndpoints } from './channel/rich-card.ts';
import { sandboxEndpoints } from './channel/sandbox.ts';
import { templateEndpoints } from './channel/template.ts';
import { agentStatusEndpoints } from './chat/agent-status.ts';
import { chatAnalyticsEndpoints } from './chat/analytics.ts';
import { assistEndpoints } from './chat/assist.ts';
import { chatEndpoints } from './chat/chat.ts';
import { customerEndpoints } from './chat/chat-customer.ts';
import { chatFieldEndpoints } from './chat/chat-field.ts';
import { chatLabelEndpoints } from './chat/chat-label.ts';
import { chatViewEndpoints } from './chat/chat-view.ts';
import { clockPolicyEndpoints } from './chat/clock-policy.ts';
import { chatContactEndpoints } from './chat/contact.ts';
import { dashboardEndpoints } from './chat/dashboard.ts';
import { chatDraftEndpoints } from './chat/draft.ts';
import { chatHistoryEndpoints } from './chat/history.ts';
import { inboxEndpoints } from './chat/inbox.ts';
import { lateChangeEndpoints } from './chat/late-change.ts';
import { laterEndpoints } from './chat/later.ts';
import { macroEndpoints } from './chat/macro.ts';
import { mailReplyEndpoints } from './chat/mail.ts';
import { mailPageEndpoints } from './chat/mail-page.ts';
import { messageActEndpoints } from './chat/message-act.ts';
import { chatMonitorEndpoints } from './chat/monitor.ts';
import { movedChatEndpoints } from './chat/moved.ts';
import { chatProgramEndpoints } from './chat/program.ts';
import { quickReplyEndpoints } from './chat/quick-reply.ts';
import { chatRoutingEndpoints } from './chat/routing.ts';
import { chatRuleEndpoints } from './chat/rule.ts';
import { chatScenarioEndpoints } from './chat/scenario.ts';
import { chatSideEndpoints } from './chat/side.ts';
import { siteFormEndpoints } from './chat/site-form.ts';
import { siteRuleEndpoints } from './chat/site-rule.ts';
import { siteVisitorEndpoints } from './chat/site-visitor.ts';
import { skillEndpoints } from './chat/skill.ts';
import { chatTargetEndpoints } from './chat/target.ts';
import { videoEndpoints } from './chat/video.ts';
import { widgetEndpoints } from './chat/widget.ts';
import { attributeEndpoints } from './customer/attribute.ts';
import { importEndpoints } from './customer/csv-import.ts';
import { phoneBookEndpoints } from './customer/customer.ts';
import { privacyEndpoints } from './customer/privacy.ts';
import { artifactEndpoints } from './file/artifact.ts';
import { fileEndpoints } from './file/file.ts';
import { healthEndpoints } from './health.ts';
import { boardEndpoints } from './insight/board.ts';
import { reportEndpoints } from './insight/report.ts';
import { reportAlertEndpoints } from './insight/report-alert.ts';
import { reportScheduleEndpoints } from './insight/report-schedule.ts';
import { sqlEndpoints } from './insight/sql.ts';
import { integrationEndpoints } from './integration/integration.ts';
import { relayEndpoints } from './integration/relay.ts';
import { webhookEndpoints } from './integration/webhook.ts';
import { designerEndpoints } from './journey/designer.ts';
import { encapEndpoints } from './journey/encap.ts';
import { encapLaunchEndpoints } from './journey/encap-launch.ts';
import { encapReportEndpoints } from './journey/encap-report.ts';
import { flowEndpoints } from './journey/flow.ts';
import { formEndpoints } from './journey/form.ts';
import { journeyEndpoints } from './journey/journey.ts';
import { milestoneReportEndpoints } from './journey/milestone-report.ts';
import { monitorEndpoints } from './journey/monitor.ts';
import { publishEndpoints } from './journey/publish.ts';
import { replayEndpoints } from './journey/replay.ts';
import { speechEndpoints } from './journey/speech.ts';
import { journeyStartEndpoints } from './journey/start.ts';
import { streamReportEndpoints } from './journey/stream-report.ts';
import { moveEndpoints } from './market/move.ts';
import { packageEndpoints } from './market/package.ts';
import { blacklistEndpoints } from './messaging/blacklist.ts';
import { activityEndpoints } from './outreach/activity.ts';
import { audienceEndpoints } from './outreach/audience.ts';
import { bookingEndpoints } from './outreach/booking.ts';
import { broadcastEndpoints } from './outreach/broadcast.ts';
import { campaignEndpoints } from './outreach/campaign.ts';
import { campaignMilestoneEndpoints } from './outreach/milestone.ts';

/** Every HTTP call of the product, by noun. */
export const endpoints = {
  account: accountEndpoints,
  users: userEndpoints,
  invitations: invitationEndpoints,
  departments: departmentEndpoints,
  screenFilters: screenFilterEndpoints,
  exports: exportEndpoints,
  firstSteps: firstStepEndpoints,
  calendars: calendarEndpoints,
  twoFactor: twoFactorEndpoints,
  sso: ssoEndpoints,
  enterprise: enterpriseEndpoints,
  roles: roleEndpoints,
  branding: brandingEndpoints,
  audit: auditEndpoints,
  apiKeys: apiKeyEndpoints,
  bin: binEndpoints,
  files: fileEndpoints,
  channels: channelEndpoints,
  identitySecrets: identitySecretEndpoints,
  siteForms: siteFormEndpoints,
  mailboxes: mailboxEndpoints,
  onboardings: onboardingEndpoints,
  mailPages: mailPageEndpoints,
  siteRules: siteRuleEndpoints,
  siteVisitors: siteVisitorEndpoints,
  artifacts: artifactEndpoints,
  blacklist: blacklistEndpoints,
  reports: reportEndpoints,
  sql: sqlEndpoints,
  boards: boardEndpoints,
  reportAlerts: reportAlertEndpoints,
  reportSchedules: reportScheduleEndpoints,
  chats: chatEndpoints,
  chatContacts: chatContactEndpoints,
  agentStatuses: agentStatusEndpoints,
  chatDrafts: chatDraftEndpoints,
  mailReplies: mailReplyEndpoints,
  chatLabels: chatLabelEndpoints,
  chatSides: chatSideEndpoints,
  assist: assistEndpoints,
  chatRouting: chatRoutingEndpoints,
  chatMonitor: chatMonitorEndpoints,
  chatPrograms: chatProgramEndpoints,
  clockPolicies: clockPolicyEndpoints,
  skills: skillEndpoints,
  chatRules: chatRuleEndpoints,
  quickReplies: quickReplyEndpoints,
  macros: macroEndpoints,
  chatLater: laterEndpoints,
  messageActs: messageActEndpoints,
  chatFields: chatFieldEndpoints,
  chatViews: chatViewEndpoints,
  video: videoEndpoints,
  chatAnalytics: chatAnalyticsEndpoints,
  lateChanges: lateChangeEndpoints,
  chatTargets: chatTargetEndpoints,
  chatScenarios: chatScenarioEndpoints,
  chatHistory: chatHistoryEndpoints,
  inbox: inboxEndpoints,
  customers: customerEndpoints,
  attributes: attributeEndpoints,
  phoneBook: phoneBookEndpoints,
  privacy: privacyEndpoints,
  imports: importEndpoints,
  broadcasts: broadcastEndpoints,
  audiences: audienceEndpoints,
  billing: billingEndpoints,
  operator: operatorEndpoints,
  bookings: bookingEndpoints,
  campaigns: campaignEndpoints,
  campaignMilestones: campaignMilestoneEndpoints,
  activities: activityEndpoints,
  dashboard: dashboardEndpoints,
  bots: botEndpoints,
  stories: storyEndpoints,
  intents: intentEndpoints,
  entities: entityEndpoints,
  knowledge: knowledgeEndpoints,
  flows: flowEndpoints,
  forms: formEndpoints,
  encaps: encapEndpoints,
  encapLaunches: encapLaunchEndpoints,
  encapReports: encapReportEndpoints,
  journeys: journeyEndpoints,
  journeyMonitor: monitorEndpoints,
  journeyReplays: replayEndpoints,
  publishing: publishEndpoints,
  journeyStarts: journeyStartEndpoints,
  streamReports: streamReportEndpoints,
  speech: speechEndpoints,
  milestoneReports: milestoneReportEndpoints,
  designer: designerEndpoints,
  packages: packageEndpoints,
  moves: moveEndpoints,
  movedChats: movedChatEndpoints,
  integrations: integrationEndpoints,
  webhooks: webhookEndpoints,
  relays: relayEndpoints,
  training: trainingEndpoints,
  tools: toolEndpoints,
  tryIt: tryItEndpoints,
  insights: insightEndpoints,
  botReport: botReportEndpoints,
  notifications: notificationEndpoints,
  templates: templateEndpoints,
  richCards: richCardEndpoints,
  widget: widgetEndpoints,
  sandbox: sandboxEndpoints,
  operations: healthEndpoints,
} as const;
