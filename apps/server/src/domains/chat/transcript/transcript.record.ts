import { defineRecord } from '#platform/audit/record.ts';
import { transcriptRecord } from '../record/transcript.record.ts';

/** Record of a chat's transcript that left as a file, under the id of the chat. */
export const chatTranscriptRecord = defineRecord({
  kind: 'chat_transcript',
  module: 'chat',
  tables: [],
  fields: { format: 'plain', internal: 'plain', part: 'plain' },
  read: transcriptRecord.read,
  nameOf: transcriptRecord.nameOf,
  customerOf: (_id, { customerId }) => String(customerId),
  link: (chatId) => `/chat/history/${chatId}`,
});
