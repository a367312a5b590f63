import { Button, Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { IconFolder, IconPencil, IconSitemap } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RowAction, RowMenu } from '../../../components/row-menu.tsx';
import { Tile } from '../../../components/tile.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { designerLink } from '../shared/designer-link.ts';
import { JourneyStanding } from '../shared/journey-state.tsx';
import { usePausedReason } from '../shared/paused-by.tsx';
import { useRuleText } from '../shared/rule-text.ts';
import classes from '../shared/stream.module.css';
import { completionOf } from './completion.ts';
import { RunningLink } from './running-link.tsx';

/** One stream of the list; its name opens it, what is done with it stands apart. */
export function JourneyTile({ journey, actions }: { journey: JourneyItem; actions: readonly RowAction[] }) {
  const say = useWords(journeyWords.list);
  const toRule = useRuleText();
  const toReason = usePausedReason();
  const rules = journey.entries.map((rule) => `${toRule(rule)} · ${rule.channelName}`);
  return (
    <Tile
      icon={IconSitemap}
      label={journey.name}
      name={
        <Link to="/journey/workspace/$journeyId" params={{ journeyId: journey.id }} className={classes.link}>
          {journey.name}
        </Link>
      }
      standing={
        <div className={classes.standing}>
          <JourneyStanding {...journey} />
          {journey.version > 0 ? <span className={classes.version}>{say('versionShort', { version: journey.version })}</span> : null}
        </div>
      }
      menu={actions.length > 0 ? <RowMenu label={say('actionsOf', { name: journey.name })} actions={actions} /> : null}
    >
      {journey.pausedBy ? (
        <Text size="sm" className={classes.words}>
          {toReason(journey.pausedBy)}
        </Text>
      ) : null}
      {journey.description === '' ? null : (
        <Text size="sm" c="dimmed" lineClamp={2} className={classes.words}>
          {journey.description}
        </Text>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{say('running')}</dt>
          <dd>
            <RunningLink journey={journey} />
          </dd>
        </div>
        <div>
          <dt>{say('completion')}</dt>
          <dd>{completionOf(journey)}</dd>
        </div>
      </dl>
      <Text size="xs" c="dimmed" lineClamp={2} title={rules.join('\n')} className={classes.words}>
        {rules.length === 0 ? say('noEntries') : rules.join(', ')}
      </Text>
      <div className={classes.tileFoot}>
        <Text size="xs" c="dimmed" className={classes.updated}>
          {journey.folder === '' ? null : (
            <span className={classes.folder}>
              <IconFolder size={13} aria-hidden /> {journey.folder}
            </span>
          )}
          <time dateTime={journey.updatedOn}>{formatReportDate(journey.updatedOn)}</time>
          {journey.updatedBy === '' ? '' : ` · ${journey.updatedBy}`}
        </Text>
        <Button
          renderRoot={(props) => <Link {...designerLink(journey.id)} {...props} />}
          size="xs"
          variant="light"
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={say('openDesignerOf', { name: journey.name })}
        >
          {say('openDesigner')}
        </Button>
      </div>
    </Tile>
  );
}
