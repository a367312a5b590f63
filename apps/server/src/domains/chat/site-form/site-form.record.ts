import { defineRecord } from '#platform/audit/record.ts';
import { findForm } from './site-form.repository.ts';

/** The form of a website goes by the id of its channel. */
export const siteFormRecord = defineRecord({
  kind: 'site_form',
  module: 'channels',
  tables: ['siteForms'],
  fields: { name: 'plain', asked: 'plain', formFields: 'plain', consentText: 'long', consentTexts: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findForm(tx, enterpriseId, id);
    if (!row) return undefined;
    const { name, asked, fields: formFields, consent: consentText, consents: consentTexts } = row;
    return { name, asked, formFields, consentText, consentTexts };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/channels/${id}`,
});
