import { Badge, Table } from '@mantine/core';
import { type ColumnMapping, contentLetters, type PlanChange, type VariableGroup } from '@parley/contract';
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
  'missing',
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
  'calendar',
  'firstWave',
  'tracking.links',
  'tracking.replyHours',
  'contents',
  'choice',
  'name',
  'audience.given',
  'fallback',
  'fallbackChannel',
  'fallbackTemplate',
] as const;
type Field = (typeof fields)[number];

/** The known field that a change is of or in: the longest name that fits. */
const knownField = (field: string): Field | undefined =>
  fields.filter((known) => field === known || field.startsWith(`${known}.`)).sort((a, b) => b.length - a.length)[0];

/**
 * Splits the field of a further content into its letter and the rest: 'contents.B.components'; '' if the whole content was added or
 * removed.
 */
function readContent(field: string): { letter: string; field: string } {
  const [, letter = '', rest = ''] = /^contents\.([B-D])(?:\.(.*))?$/.exec(field) ?? [];
  return letter === '' ? { letter, field } : { letter, field: rest };
}

/** Returns a content's place in the plan; without a letter, the plan's own. */
const placeOf = (letter: string): number => Math.max(0, contentLetters.indexOf(letter as 'A'));

const wordOf = (field: Field) => field.replace('.', '_') as 'channel';

/** @property groups of each content, in their order */
type ChangesTableProps = { label: string; changes: readonly PlanChange[]; groups: readonly (readonly VariableGroup[])[] };

/** Differences part by part: the old value, and the current one. */
export function ChangesTable({ label, changes, groups }: ChangesTableProps) {
  const say = useWords(campaignWords.change);
  const sayCommon = useWords(campaignWords.common);
  const sayContent = useWords(campaignWords.content);
  const shown = (letter: string, field: string, value: unknown): unknown =>
    field === 'columnMapping' && Array.isArray(value)
      ? mappingLines(value as ColumnMapping[], labelsOf(groups[placeOf(letter)] ?? [])).map(([name, from]) => `${name}: ${from}`)
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
          {changes.map(({ part, field: path, before, after }) => {
            const { letter, field } = readContent(path);
            const known = knownField(field);
            const word = known ? say(`field_${wordOf(known)}`) : field;
            return (
              <Table.Tr key={`${part} ${path}`}>
                <Table.Th scope="row">
                  <Badge color="yellow">{sayCommon(`part_${part}`)}</Badge>{' '}
                  {letter === '' ? word : [sayContent('ofContent', { letter }), word].filter((one) => one !== '').join(': ')}
                </Table.Th>
                <Table.Td>
                  <AuditValue value={shown(letter, field, before)} other={shown(letter, field, after)} isHidden={false} />
                </Table.Td>
                <Table.Td>
                  <AuditValue value={shown(letter, field, after)} other={shown(letter, field, before)} isHidden={false} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
