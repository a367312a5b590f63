import type { AnalyticsReport, ChatFigure } from '@parley/contract';
import { IconTarget } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { showValue } from '../../shared/figures/show-figure.ts';
import classes from '../analytics.module.css';

type Props = { report: AnalyticsReport; name: ChatFigure };

/** Says whether a figure has reached its target; nothing where there is none, or no figure. */
export function TargetLine({ report, name }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const measure = `chat.${name}` as const;
  const { unit, better } = report.measures[measure] ?? {};
  const target = report.targets[measure];
  const value = report.figures[measure]?.value ?? null;
  if (target === undefined || value === null || unit === undefined) return null;
  const isMet = better === 'less' ? value <= target : value >= target;
  return (
    <dd className={classes.target} data-tone={isMet ? 'good' : 'bad'}>
      <IconTarget size={14} aria-hidden />
      {say(isMet ? 'targetMet' : 'targetMissed', { target: showValue(unit, target) })}
    </dd>
  );
}
