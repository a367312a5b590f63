import { Text } from '@mantine/core';
import { type Broadcast, variableGroups } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { templateQuery } from '../../channel/shared/template.queries.ts';
import classes from '../shared/broadcast.module.css';
import { columnsQuery } from '../shared/broadcast.queries.ts';
import { MappingBlock } from '../shared/mapping-block.tsx';
import { PreviewPanel } from '../shared/preview-panel.tsx';
import { fromColumnMapping } from '../shared/send-draft.ts';

const mostShown = 200;

/** Content, recipients and sender of a broadcast, as stored. */
export function StoredContent({ broadcast }: { broadcast: Broadcast }) {
  const say = useWords(outreachWords.broadcast);
  const { templateUId, media, cards } = broadcast.message.template;
  const template = useQuery({ ...templateQuery(templateUId), retry: false, meta: { isQuiet: true } });
  const columns = useQuery(columnsQuery);
  const values = fromColumnMapping(broadcast.columnMapping);
  const numbers = broadcast.phoneNumbers;
  const facts: [string, string][] = [
    [say('channel'), broadcast.channelName || '-'],
    [say('templateName'), broadcast.message.template.templateId],
    [say('initiatedBy'), broadcast.user.name],
    [say('createdOn'), formatReportDate(broadcast.createdOn)],
    [say('groups'), broadcast.groups.map(({ name }) => name).join(', ')],
    [say('mobileNumbers'), numbers.slice(0, mostShown).join(', ') + (numbers.length > mostShown ? ' …' : '')],
    [say('media'), media?.fileName ?? ''],
  ];
  return (
    <div className={classes.layout}>
      <div className={classes.form}>
        <Panel title={say('details')}>
          <dl className={classes.facts}>
            {facts
              .filter(([, value]) => value !== '')
              .map(([label, value]) => (
                <div key={label} data-wide={value.length > 60 || undefined}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
        </Panel>
        {template.data && broadcast.columnMapping.length > 0 ? (
          <Panel title={say('mapping')}>
            <MappingBlock
              groups={variableGroups(template.data.components)}
              columns={columns.data ?? []}
              values={values}
              faults={{}}
              isReadOnly
              onChange={() => {}}
            />
          </Panel>
        ) : null}
      </div>
      {template.isError ? (
        <Text size="sm" c="dimmed">
          {say('templateGone')}
        </Text>
      ) : (
        <PreviewPanel template={template.data} draft={{ values, media, cards: cards.map((card) => card.media) }} previews={[]} />
      )}
    </div>
  );
}
