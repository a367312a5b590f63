import { defineRecord } from '#platform/audit/record.ts';
import { readCompany } from './company.repository.ts';

/** One, under the id of the enterprise. */
export const companyRecord = defineRecord({
  kind: 'company',
  module: 'account',
  tables: ['enterprises'],
  fields: {
    name: 'plain',
    industry: 'plain',
    address: 'plain',
    city: 'plain',
    region: 'plain',
    pincode: 'plain',
    country: 'plain',
    timeZone: 'plain',
    contactName: 'plain',
    contactEmail: 'plain',
    contactPhone: 'plain',
    taxId: 'plain',
    logo: 'plain',
    currency: 'plain',
  },
  async read(tx, enterpriseId) {
    const { state: region, ...general } = (await readCompany(tx, enterpriseId)).general;
    return { ...general, region };
  },
  nameOf: ({ name }) => String(name),
  link: () => '/admin/details',
});
