import { type SentimentLevel, sentimentLevels } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';

/**
 * Settings for judging moods, under the id of the bot; each level has its emotions. `message` and `isWrong` belong to a judgement that
 * somebody has called wrong: the customer's text stays in the conversation.
 */
export const sentimentRecord = defineRecord({
  kind: 'sentiment',
  module: 'bots',
  tables: [],
  fields: {
    isOn: 'plain',
    positive: 'plain',
    neutral: 'plain',
    negative: 'plain',
    onNegative: 'plain',
    afterCount: 'plain',
    message: 'plain',
    isWrong: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('bots')
      .select(['name', 'sentiment'])
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { levels, action: onNegative, ...settings } = row.sentiment;
    const emotionsOf = (wanted: SentimentLevel) =>
      Object.entries(levels).flatMap(([emotion, level]) => (level === wanted ? [emotion] : []));
    return {
      name: row.name,
      onNegative,
      ...settings,
      ...Object.fromEntries(sentimentLevels.map((level) => [level, emotionsOf(level).toSorted()])),
    };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/sentiment`,
});
