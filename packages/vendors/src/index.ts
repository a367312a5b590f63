export * from './adapters.ts';
export type { ChoiceLimits } from './choices.ts';
export { isRetried, templateStatusOf, vendorError } from './errors.ts';
export { type FlowRefusal, type OpenedFlowRequest, openFlowRequest } from './flow-crypto.ts';
export { type HostName, hosts, isOfSandboxChannel } from './hosts.ts';
export { inParts } from './parts.ts';
export { overlongOf, withTakenValues } from './template-values.ts';
export { plainTextOf } from './text-of.ts';
export * from './types.ts';
export { proofOf } from './wire/mail/authentication.ts';
export { htmlToText } from './wire/mail/html-text.ts';
export {
  type MailLogin,
  type MailOAuth,
  type MailServer,
  mailServerKey,
  mailTlsFault,
  mailToken,
  NoToken,
} from './wire/mail/mail-server.ts';
export { type MailboxMail, type MailReport, mailboxMethod, parseMailbox } from './wire/mail/mailbox.ts';
export { ownSubjectOf } from './wire/mail/message.ts';
export { idsOf } from './wire/mail/message-ids.ts';
export {
  type AccountFacts,
  metaDialog,
  metaOnboarding,
  type NumberFacts,
  type PartnerApp,
  type TokenFacts,
  type Told,
} from './wire/meta-graph/onboarding.ops.ts';
export { signBody } from './wire/meta-graph/signature.ts';
