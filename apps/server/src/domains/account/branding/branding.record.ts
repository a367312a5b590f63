import { defineRecord } from '#platform/audit/record.ts';

/** The brand of the enterprise: one, under the id of the enterprise. */
export const brandingRecord = defineRecord({
  kind: 'branding',
  module: 'account',
  tables: ['brandings', 'brandingVersions'],
  fields: { host: 'plain', draft: 'long', publishedHost: 'plain', published: 'long' },
  read: (tx, enterpriseId) =>
    tx
      .selectFrom('brandings')
      .select(['host', 'draft', 'publishedHost', 'published'])
      .where('enterpriseId', '=', enterpriseId)
      .executeTakeFirst(),
  nameOf: ({ draft }) => String((draft as { info?: { title?: string } }).info?.title ?? ''),
  link: () => '/branding',
});
