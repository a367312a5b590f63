import { Anchor, Table } from '@mantine/core';
import type { ActivityFigures as ActivityFiguresSchema, z } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

type Answered = Pick<z.infer<typeof ActivityFiguresSchema>, 'replied' | 'pressed' | 'clicked'>;
type ResponseFiguresProps = {
  activities: readonly (Answered & { activityId: string; number: number; name: string })[];
  total: Answered;
  hasTotal: boolean;
  onOpen: (activityId: string, figure: ResponseFigure) => void;
};

const columns = ['replied', 'pressed', 'clicked'] as const;
export type ResponseFigure = (typeof columns)[number];

/** Number of people who answered, pressed a button and opened a link, iteration by iteration and in total. */
export function ResponseFigures({ activities, total, hasTotal, onOpen }: ResponseFiguresProps) {
  const say = useWords(campaignWords.report);
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
      <Table aria-label={say('responseFigures')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('iteration')}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="end">
                {say(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {activities.map((row) => (
            <Table.Tr key={row.activityId}>
              <Table.Th scope="row">
                #{row.number} {row.name}
              </Table.Th>
              {columns.map((column) => (
                <Table.Td key={column} ta="end">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    className="tabular"
                    aria-label={say('openFigure', { name: say(column), count: row[column], number: row.number })}
                    onClick={() => onOpen(row.activityId, column)}
                  >
                    {formatNumber(row[column])}
                  </Anchor>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {hasTotal ? (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{say('total')}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} ta="end">
                  {formatNumber(total[column])}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </Table.ScrollContainer>
  );
}
