import { Tabs } from '@mantine/core';
import { type CampaignPlan, type ContentLetter, contentLetters, contentsOf } from '@parley/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { contentName } from '../content-name.ts';
import classes from './plan.module.css';
import type { PlanStep } from './plan.search.ts';
import { type PlanFaults, stepOf } from './plan-draft.ts';

type ContentTabsProps = {
  plan: Pick<CampaignPlan, 'message' | 'columnMapping' | 'contents'>;
  letter: ContentLetter;
  faults?: PlanFaults;
  /** Faults of this step are marked on their tabs */
  step?: PlanStep;
  onLetter: (letter: ContentLetter) => void;
  children: ReactNode;
};

/** The contents of a plan, one at a time; of one alone there is nothing to choose. */
export function ContentTabs({ plan, letter, faults = {}, step, onLetter, children }: ContentTabsProps) {
  const say = useWords(campaignWords.content);
  const contents = contentsOf(plan);
  if (contents.length < 2) return <div className={classes.fields}>{children}</div>;
  const isFaulty = (field: string) =>
    Object.keys(faults).some((name) => stepOf(name) === step && (field === '' ? !name.startsWith('contents.') : name.startsWith(field)));
  const shown = contents.some((one) => one.letter === letter) ? letter : 'A';
  return (
    <Tabs value={shown} onChange={(value) => onLetter(contentLetters.find((known) => known === value) ?? 'A')}>
      <Tabs.List aria-label={say('contents')}>
        {contents.map(({ letter: own, name, field, message: { template } }) => (
          <Tabs.Tab
            key={own}
            value={own}
            rightSection={
              isFaulty(field) ? (
                <IconAlertTriangle size={16} color="var(--mantine-color-red-filled)" role="img" aria-label={say('faulty')} />
              ) : null
            }
          >
            {contentName(own, name || template.templateId)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {contents.map(({ letter: own }) => (
        <Tabs.Panel key={own} value={own} pt="md">
          {own === shown ? <div className={classes.fields}>{children}</div> : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
