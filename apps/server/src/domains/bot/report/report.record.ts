import { defineRecord } from '#platform/audit/record.ts';
import { readBotName } from './report.repository.ts';

/** Conversations of a bot that left as a file, under the bot's id: which days and which messages. */
export const conversationReportRecord = defineRecord({
  kind: 'conversation_report',
  module: 'bots',
  tables: [],
  fields: { fromDate: 'plain', toDate: 'plain', scope: 'plain', isSandbox: 'plain' },
  read: readBotName,
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/nlp-report/overview`,
});
