import { Radio, Stack } from '@mantine/core';
import { DateOrder, type ParsedCsv } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { Pairs } from './mapping-rules.ts';

/** Mapped columns of days with a date that can be two. */
export const unclearColumns = ({ unclearDates, systemFields }: ParsedCsv, pairs: Pairs) =>
  unclearDates.filter(({ header }) => systemFields.some(({ name, isDate }) => isDate && pairs[name] === header));

/** The order that the other dates of those columns have, where it is one. */
export function proposeOrder(columns: ReturnType<typeof unclearColumns>): DateOrder {
  const [order = '', ...others] = new Set(columns.map((column) => column.order).filter(Boolean));
  return others.length > 0 ? '' : order;
}

type DateOrderChoiceProps = { example: string; value: DateOrder; onChange: (order: DateOrder) => void };

/** Order of day and month for all ambiguous dates of the file. */
export function DateOrderChoice({ example, value, onChange }: DateOrderChoiceProps) {
  const say = useWords(customerWords.csvImport);
  return (
    <Radio.Group
      label={say('dateOrder', { example })}
      description={say('dateOrderHint')}
      value={value}
      onChange={(next) => onChange(DateOrder.parse(next))}
    >
      <Stack gap={6} mt={6}>
        <Radio value="day" label={say('dayFirst')} />
        <Radio value="month" label={say('monthFirst')} />
        <Radio value="" label={say('noOrder')} />
      </Stack>
    </Radio.Group>
  );
}
