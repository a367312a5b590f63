import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { channelTypes } from '../channel/channel-types.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, requiredText } from '../fields.ts';
import { blacklistReasonMax } from '../messaging/blacklist.ts';
import { z } from '../z.ts';

/** Contact details that one person may look at within an hour. */
export const revealsPerHour = 30;
/** Seconds for which a screen shows them. */
export const revealSeconds = 60;

/** Channels whose customers write from a number or an e-mail address, which the blacklist knows. */
export const blockableTypes: readonly number[] = [channelTypes.WHATSAPP, channelTypes.RCS, channelTypes.SMS, channelTypes.EMAIL];

const Revealed = z.object({ number: z.string(), emailId: z.string() });
export type Revealed = z.infer<typeof Revealed>;

const tag = 'Chat';
const handle = screens.conversation.permissions;
const ChatParams = z.object({ chatId: Id });

export const chatContactEndpoints = {
  reveal: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/reveal',
    summary: "Look at the number and the address of an own chat's customer, which are hidden from the agent otherwise",
    audit: leaves('contact', 'reveal'),
    tag,
    access: handle,
    params: ChatParams,
    answer: Revealed,
  }),
  block: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/block',
    summary: 'Put the number or address that an own chat is written from on the blacklist, and close the chat',
    audit: leaves('blacklist', 'create'),
    tag,
    access: handle,
    params: ChatParams,
    body: z.object({ reason: requiredText(blacklistReasonMax) }),
    answer: z.null(),
  }),
};
