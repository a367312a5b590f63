import { Button, Text } from '@mantine/core';
import { type MonitorAct, monitorActs, mostActedByJob } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import classes from './acts.module.css';
import { countOf, type PickedWalks } from './use-picked-walks.ts';

type PickedBarProps = {
  picked: PickedWalks;
  /** More match than stand on the page, all of which are picked */
  mayPickAll: boolean;
  isCounting: boolean;
  onPickAll: () => void;
  onAct: (act: MonitorAct) => void;
  onClear: () => void;
};

/** Number of selected walks, their acts, and the selection of all matches beyond the page. */
export function PickedBar({ picked, mayPickAll, isCounting, onPickAll, onAct, onClear }: PickedBarProps) {
  const say = useWords(journeyWords.monitor);
  const count = countOf(picked);
  if (count === 0) return null;
  const isCut = picked.kind === 'all' && picked.isCut;
  return (
    <section className={classes.bar} aria-label={say('withPicked')}>
      <Text size="sm" fw={550} role="status">
        {isCut
          ? say('allCut', { most: formatNumber(mostActedByJob) })
          : say(picked.kind === 'all' ? 'allPicked' : mayPickAll ? 'pagePicked' : 'picked', { count })}
      </Text>
      {mayPickAll ? (
        <Button size="compact-sm" variant="subtle" loading={isCounting} onClick={onPickAll}>
          {say('pickAll')}
        </Button>
      ) : null}
      {monitorActs.map((act) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          disabled={isCut}
          {...(act === 'stop' ? { color: 'red' } : {})}
          onClick={() => onAct(act)}
        >
          {say(`act_${act}`)}
        </Button>
      ))}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {say('clearPicked')}
      </Button>
    </section>
  );
}
