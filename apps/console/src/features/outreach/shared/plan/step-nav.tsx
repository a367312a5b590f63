import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';
import { type PlanStep, planSteps } from './plan.search.ts';

type StepNavProps = {
  current: PlanStep;
  done: readonly PlanStep[];
  faulty: readonly PlanStep[];
  onGo: (step: PlanStep) => void;
  /** True for a campaign without a record yet: the first step creates it. */
  isLocked?: boolean;
};

/** The six steps, in any order. */
export function StepNav({ current, done, faulty, onGo, isLocked = false }: StepNavProps) {
  const say = useWords(campaignWords.plan);
  return (
    <nav aria-label={say('steps')}>
      <ol className={classes.steps}>
        {planSteps.map((step, index) => {
          const isFaulty = faulty.includes(step);
          const isDone = !isFaulty && done.includes(step);
          return (
            <li key={step}>
              <UnstyledButton
                className={classes.step}
                aria-current={step === current ? 'step' : undefined}
                disabled={isLocked && step !== current}
                onClick={() => onGo(step)}
              >
                <span className={classes.stepNumber} data-faulty={isFaulty || undefined} data-done={isDone || undefined} aria-hidden>
                  {isFaulty ? <IconAlertTriangle size={14} /> : isDone ? <IconCheck size={14} /> : index + 1}
                </span>
                <span className={classes.stepName}>
                  {say(`step_${step}`)} {isFaulty ? <span className={classes.hidden}>{say('hasFaults')}</span> : null}
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
