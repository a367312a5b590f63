import { Anchor, Badge, Table, Text } from '@mantine/core';
import { type ContentComparison, type ContentFigures, type ContentPart, contentMeasures, type MeasuredShare } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { contentName } from './content-name.ts';

/** '12.5', of percent or of points between two of them. */
const inPercent = (share: number): string => formatNumber(share * 100, [0, 1]);

type ComparisonTableProps = { comparison: ContentComparison; onOpen: (content: ContentPart) => void };

/** The contents of a first part beside each other, each share with its interval, and in words what can be said of them. */
export function ComparisonTable({ comparison, onOpen }: ComparisonTableProps) {
  const say = useWords(campaignWords.content);
  const { contents, rest, measure, chosen } = comparison;
  const people = (part: ContentPart, name: string, count: number) => (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className="tabular"
      aria-label={say('openPeople', { name, count, interpolation: { escapeValue: false } })}
      onClick={() => onOpen(part)}
    >
      {formatNumber(count)}
    </Anchor>
  );
  return (
    <div>
      <Text size="sm" role="status" mb="xs">
        {verdictOf(comparison)}
      </Text>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table aria-label={say('comparison')} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('content')}</Table.Th>
              <Table.Th ta="end">{say('people')}</Table.Th>
              <Table.Th ta="end">{say('left')}</Table.Th>
              {contentMeasures.map((name) => (
                <Table.Th key={name} ta="end">
                  {say(`measure_${name}`)}
                  {name === measure ? (
                    <Text size="xs" c="dimmed" fw={400}>
                      {say('decides')}
                    </Text>
                  ) : null}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {contents.map((row) => (
              <Table.Tr key={row.content}>
                <Table.Th scope="row">
                  {contentName(row.content, row.name || row.templateName)}{' '}
                  {row.content === chosen ? <Badge color="green">{say('chosen')}</Badge> : null}
                </Table.Th>
                <Table.Td ta="end">{people(row.content, nameOf(row), row.counts.audience)}</Table.Td>
                <Table.Td ta="end" className="tabular">
                  {formatNumber(row.left)}
                </Table.Td>
                {contentMeasures.map((name) => (
                  <Table.Td key={name} ta="end" fw={name === measure ? 600 : undefined}>
                    <ShareCell measured={row[name]} left={row.left} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">{chosen === '' ? say('rest') : say('restGets', { letter: chosen })}</Table.Th>
              <Table.Td ta="end">{people('rest', say('rest'), rest.counts.audience)}</Table.Td>
              <Table.Td colSpan={contentMeasures.length + 1} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt="xs">
        {say('intervalText')}
      </Text>
    </div>
  );
}

const nameOf = ({ content, name }: Pick<ContentFigures, 'content' | 'name'>): string => contentName(content, name);

function ShareCell({ measured: { count, share, low, high }, left }: { measured: MeasuredShare; left: number }) {
  const say = useWords(campaignWords.content);
  if (left === 0) return <>–</>;
  return (
    <>
      <span className="tabular">{say('share', { share: inPercent(share), count: formatNumber(count) })}</span>
      <Text size="xs" c="dimmed" className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {say('interval', { low: inPercent(low), high: inPercent(high) })}
      </Text>
    </>
  );
}

/** Returns the conclusion that the figures support, and no more. */
function verdictOf({ best, second, difference, isClear, measure, contents }: ContentComparison): string {
  const say = campaignWords.content;
  if (best === '') return say('nothingLeft');
  if (second === '' || difference === null) return say('oneLeft', { best });
  const both = contents.filter(({ content }) => content === best || content === second);
  if (both.every((one) => one[measure].count === 0)) return say('noneYet');
  const values = {
    best,
    second,
    share: inPercent(difference.share),
    low: inPercent(difference.low),
    high: inPercent(difference.high),
    measure: say(`measure_${measure}`),
  };
  return say(isClear ? 'clear' : 'unclear', values);
}
