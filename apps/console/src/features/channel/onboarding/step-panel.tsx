import { Badge, Loader, Text } from '@mantine/core';
import { ApiError } from '@parley/client';
import type { OnboardingStepRecord, StepState } from '@parley/contract';
import { IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import classes from './onboarding.module.css';

const colours: Record<StepState, string> = { OPEN: 'gray', RUNNING: 'blue', DONE: 'green', FAILED: 'red', UNKNOWN: 'yellow' };

const keptCodes = ['onboarding.refused', 'onboarding.unknown'];

export type StepPanelProps = {
  place: number;
  record: OnboardingStepRecord;
  isOptional: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** The name of the step that is to be done first; '' where it may be done. */
  waitsFor: string;
  /** The refusal of the last try from here. */
  error: unknown;
  onReload: () => void;
  children: ReactNode;
};

/** One step: its state, who has tried it last, the provider's answer, and what is to be done. */
export function StepPanel({ place, record, isOptional, isOpen, onToggle, waitsFor, error, onReload, children }: StepPanelProps) {
  const say = useWords(onboardingWords.onboarding);
  const bodyId = useId();
  const { step, state, at, by, text } = record;
  // The record tells the provider's refusals itself.
  const isKept = error instanceof ApiError && keptCodes.includes(error.code) && (state === 'FAILED' || state === 'UNKNOWN');
  return (
    <li className={classes.step} data-open={isOpen || undefined}>
      <h2 className={classes.stepHead}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          <span className={classes.place} data-state={state} aria-hidden>
            {state === 'DONE' ? <IconCheck size={16} /> : place}
          </span>
          <span className={classes.words}>
            {say(step)}
            {isOptional && state !== 'DONE' ? (
              <Text component="span" size="xs" c="dimmed" fw={400}>
                {' '}
                {say('optional')}
              </Text>
            ) : null}
          </span>
          <Badge component="span" color={colours[state]} variant="light">
            {say(state)}
          </Badge>
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen ? (
          <div className={classes.body}>
            {at !== null ? (
              <div className={classes.told} data-state={state} role={isKept ? 'alert' : undefined}>
                <Text size="xs" c="dimmed">
                  {say('triedBy', { name: by, time: formatReportDate(at) })}
                </Text>
                {text && state !== 'UNKNOWN' ? <div>{say('saidProvider', { text })}</div> : null}
                {state === 'UNKNOWN' ? <div>{say('unknownText')}</div> : null}
              </div>
            ) : null}
            {state === 'RUNNING' ? (
              <Text role="status" size="sm">
                <Loader size="xs" component="span" me={8} aria-hidden />
                {say('runningText')}
              </Text>
            ) : null}
            {error && !isKept ? <SaveFailure error={error} onReload={onReload} /> : null}
            {waitsFor ? <Text size="sm">{say('waitFor', { step: waitsFor })}</Text> : children}
          </div>
        ) : null}
      </div>
    </li>
  );
}
