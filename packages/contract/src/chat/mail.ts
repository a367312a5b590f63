import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { emailPattern, Id, text } from '../fields.ts';
import { z } from '../z.ts';

export const MailPerson = z.object({ name: z.string(), address: z.string() });
export type MailPerson = z.infer<typeof MailPerson>;

/** Mails that a reply answers, or that a chat shows, name this many people in each of their lines. */
export const mostMailPeople = 50;

/**
 * The mail whose words an entry of a chat holds: the field `mail` of its detail. Nobody but agents reads it.
 * @property messageId its Message-ID without angle brackets (RFC 5322 3.6.4)
 * @property sender whether the receiving server has proved who wrote it, by SPF or DKIM of the sender's own domain (RFC 8601); our own mails are 'proven'
 * @property quotedAt place in the entry's words, in UTF-16 units, at which the answered mail is repeated; -1: it is not
 * @property hasPage the mail has a page of HTML, which is asked for by the entry's number
 * @property isAutomatic a program has written it (RFC 3834)
 * @property references Message-IDs of the mails before it in its thread, oldest first; left out: those of the chat
 * @property via addresses of its lines that have forwarded it to the channel: an answer to them would come back. Left out: none
 */
export const EntryMail = z
  .object({
    subject: z.string(),
    from: MailPerson,
    to: z.array(MailPerson),
    cc: z.array(MailPerson),
    /** Known of our own mails alone */
    bcc: z.array(MailPerson).default([]),
    messageId: z.string(),
    sender: z.enum(['proven', 'failed', 'unknown']),
    quotedAt: z.number(),
    hasPage: z.boolean(),
    isAutomatic: z.boolean(),
    references: z.array(z.string()).optional(),
    via: z.array(z.string()).optional(),
  })
  .meta({ id: 'EntryMail' });
export type EntryMail = z.infer<typeof EntryMail>;

/** Mails name this many mails before them: the first, and the newest ones. */
export const mostReferences = 20;
export const mailSubjectLimit = 250;

const MailRecipient = z.object({
  name: text(200).trim(),
  address: z.string().trim().max(254, faultTexts['mail.address']).regex(emailPattern, faultTexts['mail.address']),
});
const recipients = z.array(MailRecipient).max(mostMailPeople, faultTexts['mail.too_many']);
const Answers = z.number().int().positive().max(2_147_483_647).nullable().default(null);

/** A reply by mail as far as it has been begun: nobody may be named yet. */
export const MailDraft = z
  .object({
    subject: text(mailSubjectLimit).trim(),
    to: recipients.default([]),
    cc: recipients.default([]),
    bcc: recipients.default([]),
    answers: Answers,
    isQuoting: z.boolean().default(false),
    goesTo: z.enum(['sender', 'all']).optional(),
  })
  .meta({ id: 'MailDraft' });
export type MailDraft = z.infer<typeof MailDraft>;

/**
 * Subject and recipients of a reply by mail.
 * @property answers number of the entry that it answers; null: the newest mail of the chat that no program has written
 * @property isQuoting repeats the answered mail below its words
 * @property goesTo the server takes the recipients from the answered mail, for users who may not see addresses; left out: they are named
 */
export const MailReply = MailDraft.refine(({ goesTo, to }) => goesTo !== undefined || to.length > 0, {
  path: ['to'],
  error: faultTexts['mail.nobody'],
});
export type MailReply = z.infer<typeof MailReply>;

const NamedLines = z.object({ to: z.array(z.string()), cc: z.array(z.string()) });

/**
 * The parts of which replies of a chat by mail are made.
 * @property from whom they come from
 * @property own addresses of the channel, to which no reply goes
 * @property signature of the caller, as it will stand below the words; '': none
 * @property lines names of those whom `goesTo` means, without their addresses; a name is '' where it is an address. null: the caller sees addresses
 */
export const ReplyingMail = z
  .object({
    from: MailPerson,
    own: z.array(z.string()),
    signature: z.string(),
    lines: z.object({ sender: NamedLines, all: NamedLines }).nullable(),
  })
  .meta({ id: 'ReplyingMail' });
export type ReplyingMail = z.infer<typeof ReplyingMail>;

export const mailReplyEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/mail',
    summary: 'Sender, own addresses and signature of replies in a chat by mail; without an address of the sender in other chats',
    tag: 'Chat',
    access: screens.conversation.permissions,
    params: z.object({ chatId: Id }),
    /** `answers`: number of the mail that `lines` are for; left out: the newest one that no program has written */
    query: z.object({ answers: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
    answer: ReplyingMail,
  }),
};
