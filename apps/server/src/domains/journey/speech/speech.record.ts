import { defineRecord } from '#platform/audit/record.ts';
import { readSpeech } from '../../integration/door.ts';

/** A recording that was written down; an export has the id of its enterprise. Texts may hold what nobody may search for. */
export const speechRecord = defineRecord({
  kind: 'speech',
  module: 'streams',
  tables: ['speechMessages'],
  fields: { text: 'search', status: 'plain', fromDate: 'plain', toDate: 'plain', filters: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await readSpeech(tx, enterpriseId, id);
    return row && { text: row.text, status: row.status, at: row.at.toISOString().slice(0, 10), customerId: row.customerId };
  },
  customerOf: (_id, { customerId }) => (typeof customerId === 'string' ? customerId : undefined),
  nameOf: ({ at, fromDate, toDate }) => (at === undefined ? `${String(fromDate)} – ${String(toDate)}` : String(at)),
  link: () => '/journey/speech-to-text-report',
});
