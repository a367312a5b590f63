import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from './milestone.module.css';

type FigureButtonProps = { what: string; shown: string; count: number; onOpen: () => void };

/** A number that opens the recipients whom it counts; of none there is nothing to open. */
export function FigureButton({ what, shown, count, onOpen }: FigureButtonProps) {
  const say = useWords(campaignWords.milestone);
  if (count === 0) return <span className="tabular">{shown}</span>;
  return (
    <button
      type="button"
      className={`${classes.number} tabular`}
      aria-label={say('open', { what, shown, interpolation: { escapeValue: false } })}
      onClick={onOpen}
    >
      {shown}
    </button>
  );
}
