import { Alert, List } from '@mantine/core';
import type { UploadRecord } from '@parley/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

export const countLeftOut = ({ leftOut }: Pick<UploadRecord, 'leftOut'>): number => leftOut.reduce((sum, { count }) => sum + count, 0);

/** Values that accepted rows have lost, by field, with the first lines to check in the file. */
export function LeftOutNote({ record }: { record: UploadRecord }) {
  const say = useWords(customerWords.csvImport);
  if (record.leftOut.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={16} />} mb="sm" title={say('leftOut', { count: countLeftOut(record) })}>
      <List size="sm">
        {record.leftOut.map(({ field, label, count, lines }) => (
          <List.Item key={field}>
            {say(count > lines.length ? 'leftOutSome' : 'leftOutAll', {
              name: label,
              total: formatNumber(count),
              lines: lines.join(', '),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
