import { defineRecord } from '#platform/audit/record.ts';
import { findTemplateRecord } from './template.repository.ts';

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
  read: findTemplateRecord,
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/messageTemplate/whatsapp/${id}`,
});
