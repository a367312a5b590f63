import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

/** An attribute of the enterprise's own; values of customers are theirs. */
export const attributeRecord = defineRecord({
  kind: 'attribute',
  module: 'customers',
  tables: ['attributes'],
  fields: {
    fieldName: 'plain',
    fieldLabel: 'plain',
    fieldHelptext: 'plain',
    mandatory: 'plain',
    fieldType: 'plain',
    inputType: 'plain',
    defaultValue: 'long',
    category: 'plain',
    search: 'plain',
    commaIncluded: 'plain',
    validations: 'plain',
    index: 'plain',
  },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('attributes as a')
      .select([
        'a.fieldName',
        'a.fieldLabel',
        'a.helpText as fieldHelptext',
        'a.isMandatory as mandatory',
        'a.fieldType',
        'a.inputType',
        'a.defaultValue',
        'a.category',
        'a.isSearchable as search',
        'a.commaIncluded',
        'a.validations',
        sql<number>`(select count(*)::int from attributes o where o.enterprise_id = a.enterprise_id and o.deleted_at is null
          and (o.position, o.slot) < (a.position, a.slot))`.as('index'),
      ])
      .where('a.enterpriseId', '=', enterpriseId)
      .where('a.attributeId', '=', id)
      .where('a.deletedAt', 'is', null)
      .executeTakeFirst(),
  nameOf: ({ fieldLabel }) => String(fieldLabel),
  link: () => '/customer-master/definition',
});
