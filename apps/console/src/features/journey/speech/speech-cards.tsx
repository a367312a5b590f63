import type { SpeechFigures } from '@parley/contract';
import { formatCost, formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { speechWords } from '../../../locales/speech.ts';
import cardClasses from '../shared/figure-cards.module.css';
import classes from './speech.module.css';

const minuteMs = 60_000;

/** Sums of the recordings of a filter; each says what it leaves out. */
export function SpeechCards({ figures }: { figures: SpeechFigures }) {
  const say = useWords(speechWords.speech);
  const { messages, ended, done, ms, untimed, confidence, cost, currency, unpriced } = figures;
  const cards = [
    { key: 'messages', shown: formatNumber(messages), hint: ended < messages ? say('pendingCount', { count: messages - ended }) : '' },
    { key: 'minutes', shown: formatNumber(ms / minuteMs, [0, 1]), hint: untimed > 0 ? say('untimed', { count: untimed }) : '' },
    {
      key: 'success',
      shown: ended === 0 ? '–' : formatShare(done / ended),
      hint: ended === 0 ? '' : say('successOf', { done: formatNumber(done), ended: formatNumber(ended) }),
    },
    { key: 'confidence', shown: confidence === null ? '–' : formatShare(confidence), hint: '' },
    { key: 'cost', shown: formatCost(cost, currency), hint: unpriced > 0 ? say('unpriced', { count: unpriced }) : '' },
  ] as const;
  return (
    <div className={classes.sums}>
      <dl className={cardClasses.cards} aria-label={say('sums')}>
        {cards.map(({ key, shown, hint }) => (
          <div key={key} className={cardClasses.card}>
            <dt className={cardClasses.cardTitle}>{say(key)}</dt>
            <dd className={cardClasses.figure}>{shown}</dd>
            <dd className={cardClasses.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
