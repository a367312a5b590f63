import { defineRecord } from '#platform/audit/record.ts';
import { findToolOf } from './tool.repository.ts';

/** A tool of a bot; that it asks nobody although it has an effect is a field of its own. */
export const toolRecord = defineRecord({
  kind: 'bot_tool',
  module: 'bots',
  tables: ['botTools'],
  fields: {
    bot: 'plain',
    name: 'plain',
    title: 'plain',
    description: 'long',
    kind: 'plain',
    inputs: 'long',
    service: 'plain',
    stream: 'plain',
    bound: 'plain',
    picks: 'long',
    hasEffect: 'plain',
    confirm: 'plain',
    isUnasked: 'plain',
    question: 'long',
    limits: 'plain',
    timeoutSeconds: 'plain',
    dryAnswer: 'long',
  },
  async read(tx, enterpriseId, id) {
    const row = await findToolOf(tx, enterpriseId, id);
    if (!row) return undefined;
    const { fields, ...content } = row.content;
    return { ...content, inputs: fields, botId: row.botId, bot: row.bot };
  },
  nameOf: ({ title, name }) => String(title) || String(name),
  link: (_id, { botId }) => `/bots/${String(botId)}/tools`,
});
