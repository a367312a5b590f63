import { defineRecord } from '#platform/audit/record.ts';

/** The training of a bot under the id of the bot: how far the last one is, and which version answers. */
export const trainingRecord = defineRecord({
  kind: 'training',
  module: 'bots',
  tables: ['botTrainings', 'botVersions'],
  fields: { phase: 'plain', version: 'plain', reason: 'long' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('bots as b')
      .leftJoin('botVersions as v', (join) =>
        join.onRef('v.enterpriseId', '=', 'b.enterpriseId').onRef('v.versionId', '=', 'b.servingVersionId'),
      )
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('botTrainings')
            .select(['phase', 'reason'])
            .whereRef('botTrainings.enterpriseId', '=', 'b.enterpriseId')
            .whereRef('botTrainings.botId', '=', 'b.botId')
            .orderBy('startedAt', 'desc')
            .orderBy('trainingId', 'desc')
            .limit(1)
            .as('t'),
        (join) => join.onTrue(),
      )
      .select(['b.name', 'v.number as version', 't.phase', 't.reason'])
      .where('b.enterpriseId', '=', enterpriseId)
      .where('b.botId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/training`,
});
