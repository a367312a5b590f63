import { ActionIcon, Anchor, Group } from '@mantine/core';
import type { CampaignMilestone, CampaignMilestoneReport, MilestoneMeasure } from '@parley/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { formatNumber, formatReportDate, formatShare } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { FigureButton } from './figure-button.tsx';
import classes from './milestone.module.css';
import { useMilestoneRemove } from './milestone.queries.ts';
import { EditMilestone } from './milestone-dialogs.tsx';
import { ExplainMilestone } from './milestone-explain.tsx';
import { describeRule, describeTime, lookOf } from './milestone-words.ts';

type MilestoneStepsProps = {
  campaignId: string;
  /** '' while all iterations are shown */
  activityId: string;
  report: CampaignMilestoneReport;
  defined: readonly CampaignMilestone[];
  mayEdit: boolean;
  onOpen: (measure: MilestoneMeasure, milestone: string) => void;
};

/** The milestones in their order as bars, each with its part of the recipients and of those at the one before it. */
export function MilestoneSteps({ campaignId, activityId, report, defined, mayEdit, onOpen }: MilestoneStepsProps) {
  const say = useWords(campaignWords.milestone);
  const [editing, setEditing] = useState<CampaignMilestone>();
  const [explained, setExplained] = useState<{ id: string; name: string }>();
  const remove = useMilestoneRemove(campaignId);
  const handleRemove = async ({ id, name }: CampaignMilestone) => {
    if (!(await confirmDelete('delete', name))) return;
    remove.mutate(id, { onSuccess: () => showToast('success', say('isRemoved')) });
  };
  return (
    <Panel title={say('order')} text={say('orderText')}>
      <ol className={classes.steps}>
        {report.milestones.map(({ id, name, rule, removedOn, figures }, place) => {
          const own = defined.find((one) => one.id === id);
          const of = (measure: MilestoneMeasure) => figures[measure] ?? { value: null, count: 0 };
          const share = of('milestone.share').value ?? 0;
          const isAfter = place > 0 && removedOn === '' && of('milestone.stepShare').value !== null;
          const color = `var(--mantine-color-${lookOf(place).color.replace('.', '-')})`;
          const named = { name, interpolation: { escapeValue: false } };
          return (
            <li key={id} className={classes.step}>
              <div className={classes.stepHead}>
                <span className={classes.stepName}>{name}</span>
                <span>
                  <FigureButton
                    what={name}
                    shown={say('recipients', { count: of('milestone.reached').count })}
                    count={of('milestone.reached').count}
                    onOpen={() => onOpen('milestone.reached', id)}
                  />{' '}
                  · <span className="tabular">{formatShare(share)}</span>
                </span>
              </div>
              <div className={classes.bar} aria-hidden>
                <div className={classes.fill} style={{ inlineSize: `${Math.min(1, share) * 100}%`, '--fill': color } as CSSProperties} />
              </div>
              <div className={classes.stepFoot}>
                <span className={classes.rule}>{describeRule(own ?? { rule }, say)}</span>
                <span>{say('people', { count: of('milestone.people').count, shown: formatNumber(of('milestone.people').count) })}</span>
                {of('milestone.timeMedian').value === null ? null : (
                  <span>{say('median', { time: describeTime(of('milestone.timeMedian').value, say) })}</span>
                )}
                {isAfter ? (
                  <span>
                    {say(of('milestone.stepMedian').value === null ? 'ofFormerShare' : 'ofFormer', {
                      share: formatShare(of('milestone.stepShare').value ?? 0),
                      time: describeTime(of('milestone.stepMedian').value, say),
                    })}
                  </span>
                ) : null}
                {removedOn === '' ? null : <span>{say('removedOn', { on: formatReportDate(removedOn) })}</span>}
                {own ? (
                  <span>{say('madeBy', { ...named, name: own.createdBy.name || '–', on: formatReportDate(own.createdOn) })}</span>
                ) : null}
                {activityId !== '' && report.before ? (
                  <Anchor
                    component="button"
                    type="button"
                    fz="inherit"
                    aria-label={say('whyOf', named)}
                    onClick={() => setExplained({ id, name })}
                  >
                    {say('why')}
                  </Anchor>
                ) : null}
                {own && mayEdit ? (
                  <Group gap={2}>
                    <ActionIcon variant="subtle" color="gray" aria-label={say('changeOf', named)} onClick={() => setEditing(own)}>
                      <IconPencil size={15} aria-hidden />
                    </ActionIcon>
                    <ActionIcon variant="subtle" color="gray" aria-label={say('removeOf', named)} onClick={() => void handleRemove(own)}>
                      <IconTrash size={15} aria-hidden />
                    </ActionIcon>
                  </Group>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
      {editing ? (
        <EditMilestone
          campaignId={campaignId}
          milestone={editing}
          place={defined.findIndex(({ id }) => id === editing.id) + 1}
          most={defined.length}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
      {explained ? (
        <ExplainMilestone campaignId={campaignId} activityId={activityId} milestone={explained} onClose={() => setExplained(undefined)} />
      ) : null}
    </Panel>
  );
}
