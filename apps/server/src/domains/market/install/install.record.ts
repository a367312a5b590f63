import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedInstall } from './install.repository.ts';

/** A package as it is installed; the things that it brings are recorded by themselves. */
export const installRecord = defineRecord({
  kind: 'package_install',
  module: 'content',
  tables: ['packageInstalls', 'packageItems'],
  fields: { name: 'plain', key: 'plain', version: 'plain', state: 'plain' },
  read: findRecordedInstall,
  nameOf: ({ name }) => String(name),
});
