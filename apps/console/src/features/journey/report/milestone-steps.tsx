import { Anchor, Group, UnstyledButton } from '@mantine/core';
import { type MilestoneStep, type ReportSpan, screens } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { lookOf } from '../shared/milestone-colors.ts';
import type { MilestoneSearch } from './milestone.search.ts';
import classes from './report.module.css';
import { describeSpan } from './span.ts';
import { walksOf } from './walks.ts';

type MilestoneStepsProps = {
  search: MilestoneSearch;
  span: ReportSpan;
  milestones: readonly MilestoneStep[];
  nameOf: (milestone: MilestoneStep) => string;
  chosen: string;
  onChoose: (id: string) => void;
  onLabel: (milestone: { id: string; name: string }) => void;
};

/** The milestones in their order as bars, each with its part of what began and of the one before it. */
export function MilestoneSteps({ search, span, milestones, nameOf, chosen, onChoose, onLabel }: MilestoneStepsProps) {
  const say = useWords(streamReportWords.report);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  const mayLabel = useMayOpen(screens.customers);
  return (
    <Panel title={say('order')} text={say('orderText')}>
      <ol className={classes.steps}>
        {milestones.map((one, place) => {
          const name = nameOf(one);
          const color = `var(--mantine-color-${lookOf(place).color.replace('.', '-')})`;
          return (
            <li key={one.id} className={classes.step}>
              <div className={classes.stepHead}>
                <UnstyledButton
                  fz="inherit"
                  className={classes.nodeButton}
                  aria-pressed={one.id === chosen}
                  aria-label={say('showPeople', { name, interpolation: { escapeValue: false } })}
                  onClick={() => onChoose(one.id)}
                >
                  {name}
                </UnstyledButton>
                <span className="tabular">
                  {say('walks', { count: one.count })} · {formatShare(one.share, 0)}
                </span>
              </div>
              <div className={classes.bar} aria-hidden>
                <div
                  className={classes.fill}
                  style={{ inlineSize: `${Math.min(1, one.share) * 100}%`, '--fill': color } as CSSProperties}
                />
              </div>
              <div className={classes.stepFoot}>
                <span>{say('people', { count: one.people })}</span>
                {one.stepShare === null ? null : (
                  <span>{say('ofFormer', { share: formatShare(one.stepShare, 0), time: describeSpan(one.stepMs, say) })}</span>
                )}
                {one.count === 0 ? null : (
                  <Group gap={12}>
                    {mayOpen ? (
                      <Link to="/journey/monitor" search={walksOf(search, span, { milestone: one.id })} className={classes.link}>
                        {say('inMonitor')}
                      </Link>
                    ) : null}
                    {mayLabel ? (
                      <Anchor component="button" type="button" fz="inherit" onClick={() => onLabel({ id: one.id, name })}>
                        {say('giveLabel')}
                      </Anchor>
                    ) : null}
                  </Group>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
