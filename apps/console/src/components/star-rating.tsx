import { Rating } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
  const { t } = useTranslation();
  const stars = Math.min(5, Math.max(1, Math.round(count)));
  const shown = Math.min(stars, Math.max(0, value));
  if (onChange)
    return (
      <Rating
        value={shown}
        count={stars}
        onChange={onChange}
        aria-label={label}
        getSymbolLabel={(star) => t('widget.rating', { value: star, count: stars })}
      />
    );
  return (
    <span role="img" aria-label={t('widget.rating', { value: shown, count: stars })}>
      <Rating value={shown} count={stars} fractions={2} readOnly aria-hidden />
    </span>
  );
}
