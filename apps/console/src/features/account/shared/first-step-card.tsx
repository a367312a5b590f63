import { Button, VisuallyHidden } from '@mantine/core';
import { type FirstSteps, firstStepPlaces } from '@parley/contract';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { firstStepWords } from '../../../locales/first-step.ts';
import { useDismissSteps } from './first-step.queries.ts';
import classes from './first-step-card.module.css';
import { SampleData } from './sample-data.tsx';

/** The first steps of the enterprise that the reader may do; each opens its place. */
export function FirstStepCard({ firstSteps }: { firstSteps: FirstSteps }) {
  const say = useWords(firstStepWords.card);
  const sayStep = useWords(firstStepWords.step);
  const { steps, mayManage } = firstSteps;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel title={say('title')} text={say('done', { done, count: steps.length })} actions={mayManage ? <Dismiss /> : null}>
      <ol className={classes.list}>
        {steps.map(({ id, isDone }) => (
          <li key={id}>
            <Link to={firstStepPlaces[id].path} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} className={classes.mark} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.6} className={classes.mark} aria-hidden />
              )}
              <span className={classes.name}>{sayStep(id)}</span>
              <VisuallyHidden>{say(isDone ? 'isDone' : 'isOpen')}</VisuallyHidden>
              <span className={classes.text}>{sayStep(`${id}Text`)}</span>
            </Link>
          </li>
        ))}
      </ol>
      {mayManage ? (
        <div className={classes.foot}>
          <SampleData samples={firstSteps.samples} />
        </div>
      ) : null}
    </Panel>
  );
}

function Dismiss() {
  const say = useWords(firstStepWords.card);
  const dismiss = useDismissSteps();
  const handleDismiss = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('dismissTitle'),
      text: say('dismissText'),
      confirm: say('dismiss'),
      cancel: say('cancel'),
    });
    if (isSure) dismiss.mutate(true, { onSuccess: () => showToast('success', say('dismissed')), onError: tellFailure });
  };
  return (
    <Button variant="subtle" color="gray" size="compact-sm" loading={dismiss.isPending} onClick={() => void handleDismiss()}>
      {say('dismiss')}
    </Button>
  );
}
