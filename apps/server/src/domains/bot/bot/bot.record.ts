import { type RawBuilder, sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

/** Name of the configuration that a bot `b` has chosen; '' while it has none. */
export const chosenName = (configurationId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select i.name from integrations i
    where i.enterprise_id = b.enterprise_id and i.integration_id::text = ${configurationId}), '')`;

/** Selects the name of the bot that a row belongs to. */
export const botNameOf = (alias: string) =>
  sql<string>`(select b.name from bots b
    where b.enterprise_id = ${sql.ref(`${alias}.enterpriseId`)} and b.bot_id = ${sql.ref(`${alias}.botId`)})`.as('bot');

/** A bot with its settings. Its stories, intents, entities, sources and tests have records of their own. */
export const botRecord = defineRecord({
  kind: 'bot',
  module: 'bots',
  tables: ['bots'],
  fields: {
    name: 'plain',
    description: 'plain',
    type: 'plain',
    modelType: 'plain',
    openaiKey: 'plain',
    confidenceThreshold: 'plain',
    entityExtractRetries: 'plain',
    outOfScopeMessage: 'long',
    language: 'plain',
    promptOpenaiKey: 'plain',
    prompt: 'long',
    extractData: 'plain',
    userData: 'long',
    channels: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('bots as b')
      .select([
        'b.name',
        'b.description',
        'b.type',
        'b.config',
        'b.prompt',
        chosenName(sql`b.config->>'openaiKey'`).as('openaiKey'),
        chosenName(sql`b.prompt->>'openaiKey'`).as('promptOpenaiKey'),
        sql<string[]>`array(
          select c.name from channels c where c.enterprise_id = b.enterprise_id and c.data->>'botId' = b.bot_id::text order by c.name)`.as(
          'channels',
        ),
      ])
      .where('b.enterpriseId', '=', enterpriseId)
      .where('b.botId', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { config, prompt, ...rest } = row;
    return { ...config, ...prompt, ...rest };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/configuration`,
});
