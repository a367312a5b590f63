import { Anchor, Skeleton, Text } from '@mantine/core';
import { type EncapMilestone, encapEditors, type LaunchFigures } from '@parley/contract';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { encapDesignerLink } from '../shared/designer-link.ts';
import classes from './encap.module.css';
import { allLaunchesQuery, type Encap } from './encap.queries.ts';
import { EquationCards, parts } from './encap-figures.tsx';
import type { MilestoneOpen } from './milestone-dialog.tsx';

const MilestoneDialog = late(() => import('./milestone-dialog.tsx').then((module) => module.MilestoneDialog));

/** Sums over the links of all launches, and the parts that the encap is made of. */
export function OverviewTab({ encap }: { encap: Encap }) {
  return (
    <div className={classes.stack}>
      <Equation encap={encap} />
      <div className={classes.columns}>
        <Milestones encap={encap} />
        <Forms encap={encap} />
        <Buttons encap={encap} />
      </div>
    </div>
  );
}

const sumOf = (all: readonly { figures: LaunchFigures }[]): LaunchFigures => {
  const sum = (of: keyof LaunchFigures) => all.reduce((total, { figures }) => total + figures[of], 0);
  return Object.fromEntries((['launched', ...parts.map(([part]) => part)] as const).map((of) => [of, sum(of)])) as LaunchFigures;
};

function Equation({ encap: { id, published } }: { encap: Encap }) {
  const say = useWords(encapWords.one);
  const launches = useQuery(allLaunchesQuery(id));
  return (
    <Panel title={say('sums')} text={say('sumsText')}>
      {launches.data ? (
        launches.data.length === 0 ? (
          <EmptyState
            icon={IconSend}
            title={say('noLaunches')}
            text={say(published === 0 ? 'publishFirst' : 'noLaunchesText')}
            action={
              <Anchor size="sm" renderRoot={(props) => <Link to="." search={{ tab: 'launches' }} {...props} />}>
                {say('toLaunches')}
              </Anchor>
            }
          />
        ) : (
          <EquationCards encapId={id} launch="" figures={sumOf(launches.data)} />
        )
      ) : launches.error ? (
        <ErrorState error={launches.error} onRetry={() => void launches.refetch()} />
      ) : (
        <Skeleton height={160} radius="md" />
      )}
    </Panel>
  );
}

const Nothing = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

/** Milestones of the draft, which can be named and ordered here; steps that mark one are drawn in the designer. */
function Milestones({ encap }: { encap: Encap }) {
  const say = useWords(encapWords.milestone);
  const canEdit = useCan(encapEditors) && !encap.readOnly;
  const [open, setOpen] = useState<MilestoneOpen>();
  const actionsOf = (milestone: EncapMilestone) => [
    { label: say('edit'), onClick: () => setOpen({ dialog: 'edit', milestone }) },
    { label: say('delete'), isDangerous: true, onClick: () => setOpen({ dialog: 'delete', milestone }) },
  ];
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      actions={
        canEdit ? (
          <Anchor component="button" type="button" size="sm" onClick={() => setOpen({ dialog: 'edit', milestone: undefined })}>
            {say('add')}
          </Anchor>
        ) : undefined
      }
    >
      {encap.milestones.length === 0 ? (
        <Nothing>{say('none')}</Nothing>
      ) : (
        <ol className={classes.rows}>
          {encap.milestones.map((milestone) => (
            <li key={milestone.id}>
              <span className={classes.rowName}>
                {milestone.order}. {milestone.name}
              </span>
              <span className="tabular">{say('reached', { count: milestone.reached, number: formatNumber(milestone.reached) })}</span>
              {canEdit ? <RowMenu label={say('actionsOf', { name: milestone.name })} actions={actionsOf(milestone)} /> : null}
            </li>
          ))}
        </ol>
      )}
      <Suspense>{open ? <MilestoneDialog encap={encap} open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </Panel>
  );
}

function Forms({ encap: { forms } }: { encap: Encap }) {
  const say = useWords(encapWords.one);
  return (
    <Panel title={say('forms')} text={say('formsText')}>
      {forms.length === 0 ? (
        <Nothing>{say('noForms')}</Nothing>
      ) : (
        <ul className={classes.rows}>
          {forms.map(({ id, name }) => (
            <li key={id}>
              <Anchor size="sm" renderRoot={(props) => <Link to="/encaps/forms/$formId" params={{ formId: id }} {...props} />}>
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Buttons({ encap: { id, buttons } }: { encap: Encap }) {
  const say = useWords(encapWords.one);
  const canEdit = useCan(encapEditors);
  return (
    <Panel title={say('buttons')} text={say('buttonsText')}>
      {buttons.length === 0 ? (
        <Nothing>{say('noButtons')}</Nothing>
      ) : (
        <ul className={classes.rows}>
          {buttons.map(({ id: buttonId, nodeId, title, type, buttonPayload }) => (
            <li key={buttonId}>
              <span className={classes.rowName}>
                {title}
                <Text size="xs" c="dimmed">
                  {say(`button_${type}`)}
                  {buttonPayload.type === 'link' ? `: ${buttonPayload.url}` : ''}
                  {buttonPayload.type === 'call' ? `: ${buttonPayload.number}` : ''}
                </Text>
              </span>
              {canEdit ? (
                <Anchor
                  size="sm"
                  aria-label={say('drawButton', { title, interpolation: { escapeValue: false } })}
                  renderRoot={(props) => <Link {...encapDesignerLink(id, nodeId)} {...props} />}
                >
                  {say('draw')}
                </Anchor>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
