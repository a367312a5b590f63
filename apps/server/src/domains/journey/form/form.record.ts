import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedForm } from './form.repository.ts';

/** A form; its content is told by its fingerprint, and by the comparison of its versions. */
export const formRecord = defineRecord({
  kind: 'form',
  module: 'streams',
  tables: ['forms', 'formVersions', 'formFillings', 'formAnswers'],
  fields: { name: 'plain', version: 'plain', content: 'plain', page: 'plain' },
  read: findRecordedForm,
  nameOf: ({ name }) => String(name),
  link: (id) => `/encaps/forms/${id}`,
});
