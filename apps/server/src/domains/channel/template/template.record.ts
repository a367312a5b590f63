import { defineRecord } from '#platform/audit/record.ts';

/** A template, or the version that waits beside an approved one. When it was sent or read from its vendor is not in it. */
export const templateRecord = defineRecord({
  kind: 'template',
  module: 'templates',
  tables: ['templates'],
  fields: {
    name: 'plain',
    channelName: 'plain',
    language: 'plain',
    category: 'plain',
    status: 'plain',
    statusReason: 'long',
    quality: 'plain',
    vendorTemplateId: 'plain',
    replacesId: 'plain',
    components: 'long',
    extra: 'long',
  },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('templates as t')
      .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 't.enterpriseId').onRef('c.channelId', '=', 't.channelId'))
      .select([
        't.name',
        'c.name as channelName',
        't.language',
        't.category',
        't.status',
        't.statusReason',
        't.quality',
        't.vendorTemplateId',
        't.replacesId',
        't.components',
        't.extra',
      ])
      .where('t.enterpriseId', '=', enterpriseId)
      .where('t.templateId', '=', id)
      .where('t.deletedAt', 'is', null)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/messageTemplate/whatsapp/${id}`,
});
