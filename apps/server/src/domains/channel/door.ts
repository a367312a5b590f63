/** Exports of channels, their templates and the sandbox for other domains. */

// A channel, and how its vendor is reached.

export { hookAddress, openConfig, openHookSecret, toConnection } from './channel/channel.connection.ts';
export {
  accessChannel,
  listChannelNames,
  listVendorChannels,
  noteFailures,
  noteTraffic,
  type WidgetChannel,
} from './channel/channel.repository.ts';
export { ensureRegistered, type SandboxFacts, sandboxFacts } from './sandbox/registration.ts';
export { readVendorTemplates } from './sandbox/sandbox.repository.ts';

// Reports of sending and receiving about a channel's health.

export { stopChannel } from './channel/channel.health.ts';

// Senders of the mails of a channel.

export {
  type AnsweringMail,
  type AnsweringWhatsApp,
  type AnswerTemplate,
  findAnsweringMail,
  findAnsweringWhatsApp,
  findAnswerTemplate,
  findMailSenders,
  type MailSender,
} from './channel/channel.sender.repository.ts';

// The widget's channel.

export { mayShowWidget } from './channel/channel.rules.ts';
export { findWidgetChannel } from './channel/channel.service.ts';

// Bots that answer on a channel, and the uses of a channel.

export { entryBots, setBotChannels } from './channel/channel.entry.ts';
export { type ChannelUse, channelUses } from './channel/channel.uses.ts';

// The first message of a number that is brought in.

export { type FirstMessage, firstMessages, type Heard } from './onboarding/onboarding.first-message.ts';

// Templates, as they are sent and as their vendors tell of them.

export { assertMedia, type MediaFormat } from './template/template.media.ts';
export { noteTemplateSent } from './template/template.repository.ts';
export { applyTemplateEvents, noteTemplateDown } from './template/template.status.ts';
export { type TemplateChange, type TemplateUse, templateChanges, templateUses } from './template/template.uses.ts';

// Cards of the library, and what a channel shows of a card.

export { eventLink } from './card/card.event.ts';
export { type LibraryCard, readLibraryCard } from './card/card.service.ts';
export { shapeOfChannel } from './card/card.shape.ts';
export { type AskedCard, type CardUse, cardUses } from './card/card.uses.ts';

// Seals secrets at a start that an earlier version has left in the clear.

export { sealHookSecrets } from './channel/hook-secrets.repository.ts';

// The hidden channel of an encap's page.

export { ensurePageChannel } from './setup/channel.page.ts';

// Helpers for the demo and for tests.

export { addChannel, createChannel } from './channel/channel.service.ts';
export { actOnPhone } from './sandbox/sandbox.service.ts';
export { readForm } from './setup/channel.form.ts';
export { insertFromForm } from './setup/channel.save.ts';
export { insertTemplates } from './template/template.repository.ts';

// Secrets by which an enterprise's server says who a visitor of its website is.

export { openIdentitySecrets } from './identity/identity.service.ts';

// Mailboxes of e-mail channels, as their worker reads them.

export { endClient, faultOf, openClient } from './mailbox/mailbox.client.ts';
export { findReading, type MailReading } from './mailbox/mailbox.reading.ts';
export { changeMailbox, findTaken, forgetMails, listUnheld, takeMails } from './mailbox/mailbox.repository.ts';
export { mailboxTopic } from './mailbox/mailbox.service.ts';
