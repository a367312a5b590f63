import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ClassCounts } from './class-counts.tsx';
import { ClassifyTest } from './classify-test.tsx';
import classes from './insight.module.css';
import { RuleTable } from './rule-table.tsx';

/** Classes of finished conversations, the rules that assign them, and their counts. */
export function ClassificationPage() {
  const { botId = '' } = useParams({ strict: false });
  const [days, setDays] = useState(7);
  return (
    <div className={classes.layout}>
      <RuleTable botId={botId} days={days} />
      <div className={classes.pair}>
        <ClassCounts botId={botId} days={days} onDays={setDays} />
        <ClassifyTest botId={botId} />
      </div>
    </div>
  );
}
