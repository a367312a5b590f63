import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedPackage, findRecordedPublisher } from './package.repository.ts';

export const packageRecord = defineRecord({
  kind: 'package',
  module: 'content',
  tables: ['packages', 'packageParts'],
  fields: { name: 'plain', key: 'plain', version: 'plain', publisher: 'plain', fingerprint: 'plain' },
  read: findRecordedPackage,
  nameOf: ({ name, version }) => `${String(name)} ${String(version)}`,
  link: (id) => `/marketplace/${id}`,
});

/** A publisher whose packages are taken; its key is public, and is told by its fingerprint. */
export const publisherRecord = defineRecord({
  kind: 'publisher',
  module: 'content',
  tables: ['packagePublishers'],
  fields: { name: 'plain', fingerprint: 'plain' },
  read: findRecordedPublisher,
  nameOf: ({ name }) => String(name),
});
