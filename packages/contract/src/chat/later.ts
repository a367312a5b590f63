import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, requiredText, TimeZone, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { messageLimit } from './chat-kinds.ts';
import { Attachment } from './chat-record.ts';
import { laterReasons, laterStates } from './later-kinds.ts';

/** A message of an agent that leaves at a time. */
export const LaterMessage = z
  .object({
    id: Id,
    /** Empty where a file goes alone */
    text: z.string(),
    /** The file that goes with the words */
    attachment: Attachment.nullable(),
    dueAt: z.iso.datetime(),
    /** The zone in which its writer chose the time */
    zone: z.string(),
    /** It does not leave by itself if the customer has written since it was planned */
    onlyIfSilent: z.boolean(),
    /** The customer has written since */
    hasWritten: z.boolean(),
    state: z.enum(laterStates),
    /** Reason for which it was held, refused or cancelled; empty while it is planned */
    reason: z.union([z.enum(laterReasons), z.literal('')]),
    writerId: Id,
    writerName: z.string(),
    version: z.number(),
  })
  .meta({ id: 'LaterMessage' });
export type LaterMessage = z.infer<typeof LaterMessage>;

const tag = 'Chat';
const access = screens.conversation.permissions;
const base = '/e/enterprise/chat/:chatId/later';
const ChatParams = z.object({ chatId: Id });
const LaterParams = ChatParams.extend({ laterId: Id });
const inItsRecord = leavesNothing("the chat's own record holds it");
const planFields = {
  text: text(messageLimit).default(''),
  /** A file that the caller has uploaded. Of a change: left out, the file stays as it is; empty, it goes */
  attachmentId: z.union([Id, z.literal('')]).optional(),
  /** The file was recorded as a voice note */
  isVoice: formBoolean.default(false),
  dueAt: z.iso.datetime(),
  zone: TimeZone.meta({ examples: ['Asia/Kolkata'] }),
  onlyIfSilent: formBoolean.default(true),
  /** The highest number on the caller's screen: what the customer has written behind it counts as written since; left out: all was seen */
  seen: formNumber(0, 2_000_000_000).optional(),
};

export const laterEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Messages of a chat that are planned, and those that did not leave at their time, by time',
    tag,
    access,
    params: ChatParams,
    /** customerZone: empty where it is not known */
    answer: z.object({ messages: z.array(LaterMessage), customerZone: z.string() }),
  }),
  plan: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Plan a message; a repeat with the same key plans nothing more',
    audit: inItsRecord,
    tag,
    access,
    params: ChatParams,
    body: z
      .object({ ...planFields, requestKey: requiredText(64) })
      .refine((plan) => plan.text.trim() !== '' || Boolean(plan.attachmentId), { path: ['text'], message: faultTexts['field.mandatory'] }),
    answer: LaterMessage,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:laterId`,
    summary: 'Change a message that has not left; one that was held or refused is planned again',
    audit: inItsRecord,
    tag,
    access,
    params: LaterParams,
    body: z.object({ ...planFields, version: Version }),
    answer: LaterMessage,
  }),
  send: defineEndpoint({
    method: 'POST',
    path: `${base}/:laterId/send`,
    summary: 'Send a planned message now, as a reply of the caller’s',
    audit: inItsRecord,
    tag,
    access,
    params: LaterParams,
    body: z.object({ version: Version, seen: formNumber(0, 2_000_000_000), force: formBoolean.default(false) }),
    answer: z.null(),
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:laterId`,
    summary: 'Take a message back that has not left',
    audit: inItsRecord,
    tag,
    access,
    params: LaterParams,
    answer: z.null(),
  }),
};
