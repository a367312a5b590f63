import { Rating } from '@mantine/core';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

/** Up to five stars; five unless told otherwise. */
export function StarRating({
  value,
  count = 5,
  label,
  onChange,
}: {
  value: number;
  count?: number;
  label?: string;
  onChange?: (value: number) => void;
}) {
  const say = useWords(commonWords.block);
  const stars = Math.min(5, Math.max(1, Math.round(count)));
  const shown = Math.min(stars, Math.max(0, value));
  if (onChange)
    return (
      <Rating
        value={shown}
        count={stars}
        onChange={onChange}
        aria-label={label}
        getSymbolLabel={(star) => say('rating', { value: star, count: stars })}
      />
    );
  return (
    <span role="img" aria-label={say('rating', { value: shown, count: stars })}>
      <Rating value={shown} count={stars} fractions={2} readOnly aria-hidden />
    </span>
  );
}
