import { Badge, Table } from '@mantine/core';
import type { ColumnMapping, PlanChange, VariableGroup } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { AuditValue } from '../../account/shared/audit-value.tsx';
import { labelsOf } from '../shared/send-draft.ts';
import { mappingLines } from './mapping-lines.ts';

const fields = [
  'channel',
  'template',
  'language',
  'category',
  'components',
  'media',
  'cards',
  'columnMapping',
  'country',
  'people',
  'startsAt',
  'endsAt',
  'timeZone',
  'perMinute',
  'amount',
  'units',
  'currency',
  'audience.groupIds',
  'audience.labelIds',
  'audience.filterId',
  'audience.conditions',
  'audience.fileId',
  'audience.results',
  'audience.exclude',
  'quietHours',
  'firstWave',
  'tracking.links',
  'tracking.replyHours',
] as const;
type Field = (typeof fields)[number];

/** The known field that a change is of or in: the longest name that fits. */
const knownField = (field: string): Field | undefined =>
  fields.filter((known) => field === known || field.startsWith(`${known}.`)).sort((a, b) => b.length - a.length)[0];

const wordOf = (field: Field) => field.replace('.', '_') as 'channel';

type ChangesTableProps = { label: string; changes: readonly PlanChange[]; groups: readonly VariableGroup[] };

/** What differs, part by part: as it was, and as it stands. */
export function ChangesTable({ label, changes, groups }: ChangesTableProps) {
  const say = useWords(campaignWords.change);
  const sayCommon = useWords(campaignWords.common);
  const labels = labelsOf(groups);
  const shown = (field: string, value: unknown): unknown =>
    field === 'columnMapping' && Array.isArray(value)
      ? mappingLines(value as ColumnMapping[], labels).map(([name, from]) => `${name}: ${from}`)
      : value;
  return (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('what')}</Table.Th>
            <Table.Th>{say('before')}</Table.Th>
            <Table.Th>{say('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ part, field, before, after }) => {
            const known = knownField(field);
            return (
              <Table.Tr key={`${part} ${field}`}>
                <Table.Th scope="row">
                  <Badge color="yellow">{sayCommon(`part_${part}`)}</Badge> {known ? say(`field_${wordOf(known)}`) : field}
                </Table.Th>
                <Table.Td>
                  <AuditValue value={shown(field, before)} isHidden={false} />
                </Table.Td>
                <Table.Td>
                  <AuditValue value={shown(field, after)} isHidden={false} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
