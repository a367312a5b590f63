import { Collapse, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { TrainingReport } from '@parley/contract';
import { IconArrowRight, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { FoldedList } from '../../../components/folded-list.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { IntentLink } from '../shared/intent-link.tsx';
import classes from './training.module.css';

type Confusion = TrainingReport['confusions'][number];

/** Cells of the confusion matrix off its diagonal, the largest first; each opens its phrases. */
export function ConfusionList({ botId, confusions }: { botId: string; confusions: readonly Confusion[] }) {
  const say = useWords(botWords.training);
  if (confusions.length === 0) return <Text size="sm">{say('noConfusions')}</Text>;
  return (
    <FoldedList
      label={say('confusions')}
      items={confusions}
      getKey={({ intent, predicted }) => `${intent} | ${predicted}`}
      render={(confusion) => <ConfusionCell botId={botId} confusion={confusion} />}
      showAll={say('showAll', { count: confusions.length })}
      showLess={say('showLess')}
    />
  );
}

function ConfusionCell({ botId, confusion: { intent, predicted, count, phrases } }: { botId: string; confusion: Confusion }) {
  const say = useWords(botWords.training);
  const [isOpen, setOpen] = useState(false);
  const got = predicted === '' ? say('outOfScope') : predicted;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <UnstyledButton className={classes.rowButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={14} aria-hidden />
        <strong>{intent}</strong> <IconArrowRight size={14} aria-hidden />
        <VisuallyHidden>{say('takenFor')}</VisuallyHidden> <span>{got}</span>{' '}
        <span className={classes.count}>{say('confusion', { count })}</span>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <ul className={classes.phrases}>
          {phrases.map((phrase) => (
            <li key={phrase}>{phrase}</li>
          ))}
          <li className={classes.quiet}>
            <IntentLink botId={botId} name={intent} />
            {predicted === '' ? null : (
              <>
                {' · '}
                <IntentLink botId={botId} name={predicted} />
              </>
            )}
          </li>
        </ul>
      </Collapse>
    </>
  );
}
