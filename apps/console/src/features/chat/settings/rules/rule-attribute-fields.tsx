import { Select, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { type AskedAttribute, type ConditionOperator, valueLimitsOf } from '@parley/contract';
import { ErrorState } from '../../../../components/error-state.tsx';
import { nativeOptions } from '../../../../components/native-options.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import { customerWords } from '../../../../locales/customer.ts';
import { firstOperator, moveToField, operatorLabel, operatorsOf } from '../../../customer/shared/filter-fields.ts';
import { FilterValues } from '../../../customer/shared/filter-values.tsx';
import type { ConditionDraft } from './rule-draft.ts';

/** Attributes that conditions may ask, with the names of those that are asked already and that the user may not choose. */
export type AskedAttributes = {
  fields: readonly AskedAttribute[];
  names: ReadonlyMap<string, string>;
  /** The attributes are being loaded, or could not be */
  isPending: boolean;
  error: Error | null;
  onRetry: () => void;
};

export type AttributeFieldsProps = {
  where: { row: number; place: number };
  path: string;
  condition: ConditionDraft;
  fault: string | undefined;
  attributes: AskedAttributes;
  onChange: (condition: ConditionDraft) => void;
};

/** A condition on one of the customer's attributes, with the comparisons of the phone book. One that the user cannot choose stays as it is. */
export function AttributeFields({ where, path, condition, fault, attributes, onChange }: AttributeFieldsProps) {
  const say = useWords(chatRuleWords.rule);
  const sayBook = useWords(customerWords.phoneBook);
  const { attributeId, operator, values } = condition;
  const fields = attributes.fields.map(({ id, name, kind, options }) => ({
    id,
    label: name,
    kind,
    options:
      kind === 'boolean'
        ? [
            { value: 'true', label: sayBook('yes') },
            { value: 'false', label: sayBook('no') },
          ]
        : options.map((value) => ({ value, label: value })),
  }));
  const field = fields.find(({ id }) => id === attributeId);
  if (!field && attributes.isPending) return <Skeleton height={36} flex={1} data-path={path} />;
  if (!field && attributes.error) return <ErrorState error={attributes.error} onRetry={attributes.onRetry} />;
  if (!field && attributeId !== '')
    return (
      <Text size="sm" flex={1} data-path={path}>
        {attributes.names.has(attributeId) ? say('attributeKept', { name: attributes.names.get(attributeId) ?? '' }) : say('attributeGone')}
      </Text>
    );
  const choose = (id: string | null) => {
    const next = fields.find((one) => one.id === id);
    if (!next) return;
    const moved = field
      ? moveToField({ field: field.id, operator, values }, field, next)
      : { operator: firstOperator(next.kind), values: [] };
    onChange({ ...condition, attributeId: next.id, operator: moved.operator, values: moved.values });
  };
  // A number of days is no day, and the other way round.
  const compare = (next: ConditionOperator) =>
    onChange({ ...condition, operator: next, values: (next === 'inLastDays') === (operator === 'inLastDays') ? values : [] });
  return (
    <Stack gap={6} flex={1} role="group" aria-label={say('values', where)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6}>
        <Select
          aria-label={say('attribute', where)}
          placeholder={say('choose')}
          data-path={path}
          searchable
          openOnFocus={false}
          error={attributeId === '' ? fault : undefined}
          data={fields.map(({ id, label }) => ({ value: id, label }))}
          value={attributeId || null}
          onChange={choose}
          {...nativeOptions}
        />
        {field ? (
          <Select
            aria-label={say('compare', where)}
            allowDeselect={false}
            openOnFocus={false}
            data={[...new Set([...operatorsOf(field.kind), operator])].map((value) => ({
              value,
              label: operatorLabel(sayBook, field.kind, value),
            }))}
            value={operator}
            onChange={(next) => next && compare(next as ConditionOperator)}
          />
        ) : null}
      </SimpleGrid>
      {field && valueLimitsOf(operator).least > 0 ? (
        <FilterValues
          field={field}
          operator={operator}
          values={values}
          error={fault}
          onChange={(next) => onChange({ ...condition, values: next })}
        />
      ) : null}
    </Stack>
  );
}
