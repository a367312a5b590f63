import { defineRecord } from '#platform/audit/record.ts';
import { transcriptRecord } from '../record/transcript.record.ts';

/** Record of contact details that were looked at, under the id of the chat. It says whose, and not what they are. */
export const contactRecord = defineRecord({
  kind: 'contact',
  module: 'chat',
  tables: [],
  fields: {},
  read: transcriptRecord.read,
  nameOf: transcriptRecord.nameOf,
  customerOf: transcriptRecord.customerOf,
});
