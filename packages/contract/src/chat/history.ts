import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id } from '../fields.ts';
import { MessageDetail } from '../outreach/broadcast.ts';
import { z } from '../z.ts';

const tag = 'Chat history';
const ChatParams = z.object({ chatId: Id });
const Download = z.object({
  'x-access-id': z.string().max(500).default(''),
  /** Adds notes, for those who may read them, and remarks of agents. A transcript without them may be handed to the customer */
  internal: formBoolean.default(false),
  /** Part of the transcript of a long chat, from 1 */
  part: z.coerce.number().int().min(1).max(1000).default(1),
});
export type TranscriptDownload = z.infer<typeof Download>;
const base = '/e/enterprise/chat/:chatId';

const Named = z.object({ id: Id, name: z.string() });
/** Choices of the filters of the history, as far as the reader's scope reaches. */
export const HistoryChoices = z
  .object({ channels: z.array(Named), departments: z.array(Named), agents: z.array(Named), labels: z.array(Named) })
  .meta({ id: 'HistoryChoices' });
export type HistoryChoices = z.infer<typeof HistoryChoices>;

export const chatHistoryEndpoints = {
  choices: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/history/choices',
    summary:
      'Channels, departments, agents and labels by which the history is filtered; none of agents for those who read their own chats alone',
    tag,
    access: screens.chatHistory.permissions,
    answer: HistoryChoices,
  }),
  pdf: defineEndpoint({
    method: 'GET',
    path: `${base}/transcript.pdf`,
    summary: 'What was said in a chat as a PDF, 1,000 entries a file; the link carries x-access-id',
    audit: leaves('chat_transcript', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    params: ChatParams,
    query: Download,
  }),
  text: defineEndpoint({
    method: 'GET',
    path: `${base}/transcript.txt`,
    summary: 'The same as plain text; the link carries x-access-id',
    audit: leaves('chat_transcript', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    params: ChatParams,
    query: Download,
  }),
  delivery: defineEndpoint({
    method: 'GET',
    path: `${base}/delivery/:number`,
    summary: 'What became of one message of ours in a chat: attempts, receipts, and what the vendor said',
    tag,
    access: [...screens.conversation.permissions, ...screens.chatHistory.permissions, ...screens.chatMonitor.permissions],
    params: ChatParams.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: MessageDetail,
  }),
};
