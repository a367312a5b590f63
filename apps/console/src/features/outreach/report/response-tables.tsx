import { Anchor, Table, Text } from '@mantine/core';
import type { ContentPart } from '@parley/contract';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

type ButtonLine = { button: string; presses: number; people: number };
type LinkLine = {
  activityId: string;
  /** Content that holds the link, if there are several */
  content: ContentPart | '';
  variable: string;
  type: 'static' | 'column' | 'expression';
  value: string;
  people: number;
  clicks: number;
  previews: number;
};
type ResponseTablesProps = {
  buttons: readonly ButtonLine[];
  links: readonly LinkLine[];
  activities: readonly { activityId: string; number: number }[];
  onOpenButton: (button: string) => void;
  onOpenLink: (activityId: string, variable: string, content: ContentPart | '') => void;
};

/** Buttons pressed and links opened, with the number of times and of people; each number of people opens them. */
export function ResponseTables({ buttons, links, activities, onOpenButton, onOpenLink }: ResponseTablesProps) {
  const say = useWords(campaignWords.report);
  const sayContent = useWords(campaignWords.content);
  const numberOf = (id: string) => activities.find(({ activityId }) => activityId === id)?.number ?? '';
  return (
    <>
      {buttons.length > 0 ? (
        <Lines title={say('buttons')} headers={[say('response_press'), say('presses'), say('people')]}>
          {buttons.map(({ button, presses, people }) => (
            <Table.Tr key={button}>
              <Table.Th scope="row">{button || '–'}</Table.Th>
              <Count value={presses} />
              <Opening label={say('openButton', { button, count: people })} value={people} onOpen={() => onOpenButton(button)} />
            </Table.Tr>
          ))}
        </Lines>
      ) : null}
      {links.length > 0 ? (
        <Lines title={say('links')} headers={[say('link'), say('clicks'), say('previews'), say('people')]}>
          {links.map(({ activityId, content, variable, type, value, people, clicks, previews }) => (
            <Table.Tr key={`${activityId} ${content} ${variable}`}>
              <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                {type === 'column' ? say('linkOfColumn', { column: value }) : value}
                <Text size="xs" c="dimmed">
                  #{numberOf(activityId)}
                  {content === '' ? '' : ` ${content === 'rest' ? sayContent('rest') : sayContent('ofContent', { letter: content })}`}
                </Text>
              </Table.Th>
              <Count value={clicks} />
              <Count value={previews} />
              <Opening
                label={say('openLink', { link: value, count: people })}
                value={people}
                onOpen={() => onOpenLink(activityId, variable, content)}
              />
            </Table.Tr>
          ))}
        </Lines>
      ) : null}
    </>
  );
}

function Lines({ title, headers, children }: { title: string; headers: readonly string[]; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table aria-label={title} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {headers.map((header, place) => (
                <Table.Th key={header} {...(place > 0 ? { ta: 'end' } : {})}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

const Count = ({ value }: { value: number }) => (
  <Table.Td ta="end" className="tabular">
    {formatNumber(value)}
  </Table.Td>
);

const Opening = ({ label, value, onOpen }: { label: string; value: number; onOpen: () => void }) => (
  <Table.Td ta="end">
    <Anchor component="button" type="button" size="sm" className="tabular" aria-label={label} onClick={onOpen}>
      {formatNumber(value)}
    </Anchor>
  </Table.Td>
);
